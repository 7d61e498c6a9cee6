import { PROVIDER_PAGE } from '@switchback/contracts/rules/pages';
import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { GuestsOnly, NoOneElse, Protected } from './guards.js';
import { Shell } from './shell/Shell.js';

const LandingPage = lazy(() => import('../features/landing/LandingPage.js'));
const ExploreRoute = lazy(() => import('./ExploreRoute.js'));
const NotFoundPage = lazy(() => import('../features/not-found/NotFoundPage.js'));
const LoginPage = lazy(() => import('../features/auth/LoginPage.js'));
const SignupModal = lazy(() => import('../features/auth/SignupModal.js'));
const ForgotPasswordPage = lazy(() => import('../features/auth/ForgotPasswordPage.js'));
const ConfirmSignupPage = lazy(() => import('../features/auth/ConfirmSignupPage.js'));
const ConfirmEmailPage = lazy(() => import('../features/auth/ConfirmEmailPage.js'));
const ResetPasswordPage = lazy(() => import('../features/auth/ResetPasswordPage.js'));
const ProviderPage = lazy(() => import('../features/auth/ProviderPage.js'));
const SettingsRoute = lazy(() => import('./SettingsRoute.js'));
const ProfilePage = lazy(() => import('../features/profile/ProfilePage.js'));
const ContactPage = lazy(() => import('../features/contact/ContactPage.js'));
const AboutPage = lazy(() => import('../features/about/AboutPage.js'));
const TermsPage = lazy(() => import('../features/about/TermsPage.js'));
const PrivacyPage = lazy(() => import('../features/about/PrivacyPage.js'));
const GuidelinesPage = lazy(() => import('../features/about/GuidelinesPage.js'));
const BenefitsPage = lazy(() => import('../features/about/BenefitsPage.js'));

/** Every page of the product; each loads its own code when it is first shown. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<LandingPage />} />
        <Route path="/explore" element={<ExploreRoute />} />
        <Route path="/drive-details/:driveId" element={<ExploreRoute />} />
        <Route element={<GuestsOnly />}>
          <Route path="/login" element={<LoginPage />} />
          <Route
            path="/signup"
            element={
              <>
                <LandingPage />
                <SignupModal />
              </>
            }
          />
          <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        </Route>
        <Route path={PROVIDER_PAGE} element={<ProviderPage />} />
        <Route path="/signup/verify/:id/:code" element={<ConfirmSignupPage />} />
        <Route path="/reset-password/verify/:id/:code" element={<ResetPasswordPage />} />
        <Route element={<NoOneElse />}>
          <Route path="/email-change/verify/:id/:code" element={<ConfirmEmailPage />} />
        </Route>
        <Route element={<Protected />}>
          <Route path="/settings" element={<SettingsRoute />} />
        </Route>
        <Route path="/profile/:id?" element={<ProfilePage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/about" element={<AboutPage />} />
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="/review-guidelines" element={<GuidelinesPage />} />
        <Route path="/account-benefits" element={<BenefitsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
