import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { Shell } from './shell/Shell.js';

const LandingPage = lazy(() => import('../features/landing/LandingPage.js'));
const ExploreRoute = lazy(() => import('./ExploreRoute.js'));
const NotFoundPage = lazy(() => import('../features/not-found/NotFoundPage.js'));

/** Every page of the product; each loads its own code when it is first shown. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<LandingPage />} />
        <Route path="/explore" element={<ExploreRoute />} />
        <Route path="/drive-details/:driveId" element={<ExploreRoute />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
