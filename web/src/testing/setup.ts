import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Parts of the page load when they are shown, which takes long on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// jsdom has no layout: sizes and media queries get a desktop window of 1200 by 800.
class FakeResizeObserver implements ResizeObserver {
  readonly #notify: ResizeObserverCallback;
  constructor(notify: ResizeObserverCallback) {
    this.#notify = notify;
  }
  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, 1200, 800);
    const size = [{ inlineSize: 1200, blockSize: 800 }];
    // After the caller has finished, like in browsers.
    queueMicrotask(() =>
      this.#notify(
        [{ target, contentRect, borderBoxSize: size, contentBoxSize: size, devicePixelContentBoxSize: size }],
        this,
      ),
    );
  }
  unobserve(): void {}
  disconnect(): void {}
}

vi.stubGlobal('ResizeObserver', FakeResizeObserver);
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: query.includes('min-width: 1000px'),
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
}));
const computedStyle = window.getComputedStyle.bind(window);
/** jsdom has no layout: resolving every style of an auto-sizing text area took half of the time of a test that types. */
window.getComputedStyle = (element, pseudo) =>
  element instanceof HTMLTextAreaElement ? element.style : computedStyle(element, pseudo);
// jsdom loads no fonts, which auto-sizing text areas listen for.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
Object.defineProperties(HTMLElement.prototype, {
  offsetWidth: { configurable: true, get: () => 1200 },
  offsetHeight: { configurable: true, get: () => 800 },
  clientWidth: { configurable: true, get: () => 1200 },
  clientHeight: { configurable: true, get: () => 800 },
});
Element.prototype.checkVisibility = () => true;
Element.prototype.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
