import * as auth from '@switchback/contracts/endpoints/auth';
import { contact } from '@switchback/contracts/endpoints/contact';
import * as drives from '@switchback/contracts/endpoints/drives';
import type { Endpoint } from '@switchback/contracts/endpoints/endpoint';
import * as places from '@switchback/contracts/endpoints/places';
import * as product from '@switchback/contracts/endpoints/product';
import * as search from '@switchback/contracts/endpoints/search';
import * as users from '@switchback/contracts/endpoints/users';

/** Every call of the browser boundary, in the order it is described. */
export const ENDPOINTS: readonly Endpoint[] = [
  search.searchDrives,
  search.autocompleteDrives,
  search.clusterDrives,
  search.driveLines,
  drives.driveSummaries,
  drives.nearbyDrives,
  drives.popularDrives,
  drives.worldRanking,
  drives.driveStats,
  drives.driveDetailsCall,
  drives.driveDetailsWithToken,
  drives.driveDirections,
  drives.driveExport,
  places.autocompletePlaces,
  places.placeDetails,
  places.countries,
  places.states,
  places.cities,
  auth.signUp,
  auth.confirmSignUp,
  auth.logIn,
  auth.logOut,
  auth.requestPasswordReset,
  auth.checkPasswordReset,
  auth.confirmPasswordReset,
  auth.changePassword,
  auth.changeEmail,
  auth.confirmEmailChange,
  auth.security,
  auth.endSession,
  auth.deleteAccount,
  users.validateUsername,
  users.userCall,
  users.profile,
  users.minProfile,
  users.userSummaryCall,
  users.privacy,
  users.exportAccount,
  users.autocompleteUsers,
  users.saveDrive,
  users.unsaveDrive,
  users.completeDrive,
  users.uncompleteDrive,
  users.recentSearches,
  users.addRecentSearch,
  users.removeRecentSearch,
  users.recentDrives,
  contact,
  product.health,
  product.settings,
];
