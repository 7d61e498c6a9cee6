// Aim: an upload shows its progress and can be canceled; nothing more is sent after that.
import { PHOTO_MESSAGES } from '@switchback/contracts/rules/photos';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render.js';
import { SubmitPhoto } from './SubmitPhoto.js';

/** Fake XMLHttpRequest under the spec's control. */
class HeldRequest {
  static last: HeldRequest | undefined;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = '';
  sent: FormData | undefined;
  isAborted = false;
  open = () => undefined;
  setRequestHeader = () => undefined;
  constructor() {
    HeldRequest.last = this;
  }
  send(body: FormData) {
    this.sent = body;
  }
  abort() {
    this.isAborted = true;
    this.onabort?.();
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

const own = globalThis.XMLHttpRequest;
const file = new File(['JPEG'], 'Blue "Ridge".jpg', { type: 'image/jpeg' });

const heic = new File(['HEIC'], 'IMG_1.heic', { type: 'image/heic' });

async function submit() {
  const [onClose, onSent] = [vi.fn(), vi.fn()];
  renderApp(<SubmitPhoto driveId="d1" userId="ann" onClose={onClose} onSent={onSent} />);
  fireEvent.change(screen.getByLabelText('Choose a photo'), { target: { files: [file] } });
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled());
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await vi.waitFor(() => expect(HeldRequest.last?.sent).toBeDefined());
  const request = HeldRequest.last!;
  return { onClose, onSent, request };
}

describe('uploading a photo', () => {
  beforeEach(() => {
    HeldRequest.last = undefined;
    globalThis.XMLHttpRequest = HeldRequest as unknown as typeof XMLHttpRequest;
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined });
  });
  afterEach(() => {
    globalThis.XMLHttpRequest = own;
  });

  it('shows the upload progress, then the processing, then success', async () => {
    const { request, onSent } = await submit();
    act(() => request.upload.onprogress?.({ loaded: 42, total: 100 }));
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42');
    expect(screen.getByText('42 % sent')).toBeTruthy();
    act(() => request.upload.onprogress?.({ loaded: 100, total: 100 }));
    expect(screen.getByText(/being processed/)).toBeTruthy();
    const info = JSON.parse(request.sent?.get('photosInfo[]') as string) as { key: string };
    expect((request.sent?.get('photos[]') as File).name).toBe(info.key);
    request.answer(200, { photos: [{ id: 'p1', pending: true, addedBy: 'ann' }] });
    await vi.waitFor(() => expect(onSent).toHaveBeenCalledWith(true));
  });

  it('shows a format that the browser cannot, with a JPEG from the server', async () => {
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('JPEG', { status: 200 }));
    const made = vi
      .spyOn(URL, 'createObjectURL')
      .mockImplementation((from) => (from === heic ? 'blob:own' : 'blob:jpeg'));
    renderApp(<SubmitPhoto driveId="d1" userId="ann" onClose={vi.fn()} onSent={vi.fn()} />);
    fireEvent.change(screen.getByLabelText('Choose a photo'), { target: { files: [heic] } });
    fireEvent.error(await screen.findByRole('img', { name: 'The chosen photo' }));
    await vi.waitFor(() =>
      expect(screen.getByRole('img', { name: 'The chosen photo' }).getAttribute('src')).toBe('blob:jpeg'),
    );
    made.mockRestore();
    vi.mocked(fetch).mockRestore();
  });

  it('stops on cancel', async () => {
    const { request, onSent, onClose } = await submit();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([request.isAborted, onClose.mock.calls.length, onSent.mock.calls.length]).toEqual([true, 1, 0]);
  });

  it('shows the reason of a refusal, and allows another try', async () => {
    const { request } = await submit();
    const full = { title: 'Storage is full', message: 'Please try again later', code: 'ERROR-00001', type: 507 };
    request.answer(507, full);
    await vi.waitFor(() => expect(screen.getByText('Storage is full. Please try again later.')).toBeTruthy());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' }).disabled).toBe(false);
  });

  it('says when a limit ends, with the buttons', async () => {
    const { request } = await submit();
    const wait = { title: 'Too many requests', message: 'Please try again in 48 minutes.' };
    request.answer(429, { ...wait, code: 'ERROR-00009', type: 429 });
    await vi.waitFor(() => expect(screen.getByText(/try again in 48 minutes/)).toBeVisible());
    const foot = screen.getByText(/try again in 48 minutes/).parentElement;
    expect(foot).toContainElement(screen.getByRole('button', { name: 'Submit' }));
  });

  it('shows an error of the photo at the photo only', async () => {
    const { request } = await submit();
    const full = {
      title: 'Too many photos',
      message: 'A drive has at most 100 photos.',
      code: 'ERROR-00073',
      type: 409,
    };
    request.answer(409, { ...full, fields: { photos: full } });
    await vi.waitFor(() => expect(screen.getByText(/at most 100 photos/)).toBeVisible());
    const photo = screen.getByText(/at most 100 photos/).parentElement;
    expect(photo).toContainElement(screen.getByRole('img', { name: 'The chosen photo' }));
  });

  it('focuses the first wrong field instead of sending it, in unfolded fields', async () => {
    renderApp(<SubmitPhoto driveId="d1" userId="ann" onClose={vi.fn()} onSent={vi.fn()} />);
    fireEvent.change(screen.getByLabelText('Choose a photo'), { target: { files: [file] } });
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled());
    expect(screen.getByLabelText('External url')).not.toBeVisible();
    fireEvent.click(screen.getByText('Photographer and credit (optional)'));
    fireEvent.change(screen.getByLabelText('External url'), { target: { value: 'not a link' } });
    expect(screen.queryByText(PHOTO_MESSAGES.notUrl)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText(PHOTO_MESSAGES.notUrl)).toBeVisible();
    expect(screen.getByLabelText('External url')).toHaveFocus();
    fireEvent.change(screen.getByLabelText('Photo description'), { target: { value: 'x'.repeat(201) } });
    fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(screen.getByLabelText('Photo description')).toHaveFocus();
    expect(HeldRequest.last).toBeUndefined();
  });
});
