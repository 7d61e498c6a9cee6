import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import './app/tokens.css';
import './app/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ErrorBoundary } from './app/ErrorBoundary.js';
import { requestFirstAnswer } from './app/first-answer.js';
import { registerServiceWorker } from './app/offline/service-worker.js';
import { Providers } from './app/Providers.js';
import { AppRoutes } from './app/routes.js';
import { followInstallOffers } from './lib/page/install-prompt.js';
import { createStore } from './lib/store/store.js';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root.');

const store = createStore();
requestFirstAnswer(store, globalThis.location);
followInstallOffers();
registerServiceWorker();

createRoot(root).render(
  <StrictMode>
    <Providers store={store}>
      <ErrorBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
    </Providers>
  </StrictMode>,
);
