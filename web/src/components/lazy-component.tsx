import { Component, type ComponentType, lazy, type ReactNode } from 'react';
import { type Missing, NoConnection } from './NoConnection.js';

const ATTEMPTS = 3;
const PAUSE_MS = 400;

/** The code of a component failed to load: offline, or replaced by a deployment. */
class ComponentNotLoaded extends Error {}

/**
 * A component whose code loads when it is first shown, like React's `lazy`. Retries a failed load; then shows a
 * placeholder that offers another try, and leaves the rest of the page intact.
 * @param missing the placeholder: a whole-page message, an inline notice, or nothing
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  missing: Missing = 'page',
): ComponentType<Props> {
  const attempt = (find: typeof load) =>
    lazy(() =>
      find().catch((cause: unknown) => {
        throw new ComponentNotLoaded('A part of the page could not be loaded.', { cause });
      }),
    ) as ComponentType<Props>;
  const retrying = () => persistently(load);
  let current = attempt(retrying);
  const again = (asked: boolean) => {
    current = attempt(asked ? () => load().catch(reloadPage) : retrying);
  };
  // Reads the current attempt on each render.
  const Attempt = (props: Props) => {
    const Loaded = current;
    return <Loaded {...props} />;
  };
  return function LazyComponent(props: Props) {
    return (
      <LoadBoundary missing={missing} again={again}>
        <Attempt {...props} />
      </LoadBoundary>
    );
  };
}

interface BoundaryProps {
  missing: Missing;
  again: (asked: boolean) => void;
  children: ReactNode;
}

/** Shows the placeholder if the component failed to load; rethrows other errors to the boundary around it. */
class LoadBoundary extends Component<BoundaryProps, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    const { missing, again, children } = this.props;
    if (error === undefined) return children;
    if (!(error instanceof ComponentNotLoaded)) throw error;
    const retry = (asked: boolean) => {
      again(asked);
      this.setState({ error: undefined });
    };
    return <NoConnection missing={missing} onRetry={retry} />;
  }
}

/** Chromium does not request a failed module again on the same page. Never settles: the page ends. */
function reloadPage(): Promise<never> {
  globalThis.location.reload();
  return new Promise(() => undefined);
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
