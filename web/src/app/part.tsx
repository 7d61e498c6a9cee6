import { type ComponentType, lazy } from 'react';

const ATTEMPTS = 3;
const PAUSE_MS = 400;

/** The code of a part of the page could not be loaded: offline, or a deployment has replaced it. */
export class PartNotLoaded extends Error {
  /** Lets the part be loaded anew when it is drawn next. */
  readonly again: () => void;
  constructor(cause: unknown, again: () => void) {
    super('A part of the page could not be loaded.', { cause });
    this.again = again;
  }
}

/**
 * A part of the page whose code loads when it first shows, as with React's `lazy`. A failed load is tried again, then
 * thrown as `PartNotLoaded` to the error boundary around the part.
 */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const attempt = () =>
    lazy(() =>
      persistently(load).catch((cause: unknown) => {
        throw new PartNotLoaded(cause, () => {
          current.Loaded = attempt();
        });
      }),
    ) as ComponentType<Props>;
  const current = { Loaded: attempt() };
  return function Part(props: Props) {
    const { Loaded } = current;
    return <Loaded {...props} />;
  };
}

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, attempt * PAUSE_MS));
    }
  }
  return load();
}
