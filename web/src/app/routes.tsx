import { COLLECTION_PAGE, COLLECTIONS_PAGE, SECRET_COLLECTION_PAGE } from '@switchback/contracts/rules/collections';
import { OFFLINE_PAGE } from '@switchback/contracts/rules/offline';
import { SECRET_PAGE } from '@switchback/contracts/rules/secret-links';
import { ALL_DEALS_PAGE, CARD_PAGE, DEALS_PAGE, PROVIDER_PAGE } from '@switchback/contracts/rules/pages';
import { GUIDE_PAGE, PLAN_GUIDE_PAGE, TRIP_GUIDE_PAGE } from '@switchback/contracts/rules/guide';
import { FROM_HERE_PAGE } from '@switchback/contracts/rules/plans';
import { Route, Routes } from 'react-router';
import { DetailsSlot } from './DetailsSlot.js';
import { GuestsOnly, NoOneElse, Protected } from './guards.js';
import { lazyComponent } from '../components/lazy-component.js';
import { Shell } from './shell/Shell.js';

const LandingPage = lazyComponent(() => import('../features/landing/LandingPage.js'));
const ExploreRoute = lazyComponent(() => import('./ExploreRoute.js'));
const NotFoundPage = lazyComponent(() => import('../features/not-found/NotFoundPage.js'));
const LoginPage = lazyComponent(() => import('../features/auth/LoginPage.js'));
const SignupModal = lazyComponent(() => import('../features/auth/SignupModal.js'));
const ForgotPasswordPage = lazyComponent(() => import('../features/auth/ForgotPasswordPage.js'));
const ConfirmSignupPage = lazyComponent(() => import('../features/auth/ConfirmSignupPage.js'));
const ConfirmEmailPage = lazyComponent(() => import('../features/auth/ConfirmEmailPage.js'));
const ResetPasswordPage = lazyComponent(() => import('../features/auth/ResetPasswordPage.js'));
const ProviderPage = lazyComponent(() => import('../features/auth/ProviderPage.js'));
const SettingsRoute = lazyComponent(() => import('./SettingsRoute.js'));
const NoticesPage = lazyComponent(() => import('../features/notices/NoticesPage.js'));
const ProfilePage = lazyComponent(() => import('../features/profile/ProfilePage.js'));
const CreatePage = lazyComponent(() => import('../features/editor/CreatePage.js'));
const ModerationPage = lazyComponent(() => import('../features/moderation/ModerationPage.js'));
const CardBorder = lazyComponent(() => import('../features/billing/CardBorder.js'));
const SubscriptionPage = lazyComponent(() => import('../features/billing/SubscriptionPage.js'));
const ContactPage = lazyComponent(() => import('../features/contact/ContactPage.js'));
const AboutPage = lazyComponent(() => import('../features/about/AboutPage.js'));
const TermsPage = lazyComponent(() => import('../features/about/TermsPage.js'));
const PrivacyPage = lazyComponent(() => import('../features/about/PrivacyPage.js'));
const GetAppPage = lazyComponent(() => import('../features/about/GetAppPage.js'));
const OfflinePage = lazyComponent(() => import('../features/offline/OfflinePage.js'));
const HelpPage = lazyComponent(() => import('../features/about/HelpPage.js'));
const GuidelinesPage = lazyComponent(() => import('../features/about/GuidelinesPage.js'));
const ReportAbusePage = lazyComponent(() => import('../features/reports/page/ReportAbusePage.js'));
const SecretDrivePage = lazyComponent(() => import('../features/details/SecretDrivePage.js'));
const CollectionsPage = lazyComponent(() => import('../features/collections/page/CollectionsPage.js'));
const CollectionPage = lazyComponent(() => import('../features/collections/page/CollectionPage.js'));
const SecretCollectionPage = lazyComponent(() => import('../features/collections/page/SecretCollectionPage.js'));
const FromHerePage = lazyComponent(() => import('../features/from-here/FromHerePage.js'));
const DealsPage = lazyComponent(() => import('../features/deals/DealsPage.js'));
const AllDealsPage = lazyComponent(() => import('../features/deals/staff/AllDealsPage.js'));
const DriveGuidePage = lazyComponent(() => import('../features/drive-guide/DriveGuidePage.js'));
const DayGuidePage = lazyComponent(() => import('../features/collections/page/DayGuidePage.js'));
const PlanGuidePage = lazyComponent(() => import('../features/from-here/PlanGuidePage.js'));
const BenefitsPage = lazyComponent(() => import('../features/about/BenefitsPage.js'));

/** Every page of the product; each loads its code when it is first shown. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<LandingPage />} />
        <Route path="/explore" element={<ExploreRoute />} />
        <Route path="/drive-details/:driveId" element={<ExploreRoute />} />
        <Route path={`${GUIDE_PAGE}/:driveId`} element={<DriveGuidePage />} />
        <Route path={`${TRIP_GUIDE_PAGE}/:collectionId/:day`} element={<DayGuidePage />} />
        <Route path={PLAN_GUIDE_PAGE} element={<PlanGuidePage />} />
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
          <Route path="/notices" element={<NoticesPage />} />
          <Route path={COLLECTIONS_PAGE} element={<CollectionsPage />} />
          <Route path="/moderation" element={<ModerationPage />} />
          <Route path={ALL_DEALS_PAGE} element={<AllDealsPage />} />
        </Route>
        <Route element={<CardBorder />}>
          <Route element={<Protected />}>
            <Route path={CARD_PAGE} element={<SubscriptionPage />} />
          </Route>
        </Route>
        <Route path="/profile/:id?" element={<ProfilePage />} />
        <Route path="/create/:driveId?" element={<CreatePage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="/about" element={<AboutPage />} />
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="/get-app" element={<GetAppPage />} />
        <Route path={OFFLINE_PAGE} element={<OfflinePage />} />
        <Route path="/help" element={<HelpPage />} />
        <Route path={SECRET_PAGE} element={<SecretDrivePage />} />
        <Route path={`${COLLECTION_PAGE}/:id`} element={<CollectionPage DetailsPanel={DetailsSlot} />} />
        <Route path={SECRET_COLLECTION_PAGE} element={<SecretCollectionPage DetailsPanel={DetailsSlot} />} />
        <Route path={FROM_HERE_PAGE} element={<FromHerePage />} />
        <Route path="/report-abuse" element={<ReportAbusePage />} />
        <Route path="/review-guidelines" element={<GuidelinesPage />} />
        <Route path={DEALS_PAGE} element={<DealsPage />} />
        <Route path="/account-benefits" element={<BenefitsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
