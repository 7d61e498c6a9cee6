/** Errors of subscriptions, cards and deals; part of the error table. */
export const BILLING_ERRORS = {
  alreadySubscribed: {
    code: 'ERROR-00080',
    type: 409,
    title: 'Already subscribed',
    message: 'This account has a Hero subscription.',
  },
  notSubscribed: {
    code: 'ERROR-00081',
    type: 409,
    title: 'Nothing to cancel',
    message: 'This account has no subscription that renews.',
  },
  noCard: {
    code: 'ERROR-00082',
    type: 400,
    title: 'No card',
    message: 'Please add a credit card first.',
  },
  cardDeclined: {
    code: 'ERROR-00083',
    type: 402,
    title: 'An error occurred',
    message: 'The card could not be used. Please try another one.',
  },
  intentNotAuthorised: {
    code: 'ERROR-00084',
    type: 400,
    title: 'Payment was not authorized',
    message: 'Please enter the card again.',
  },
  webhookRefused: {
    code: 'ERROR-00085',
    type: 401,
    title: 'Unknown sender',
    message: 'The event lacks the credentials of the payment provider.',
  },
  paymentsAway: {
    code: 'ERROR-00086',
    type: 503,
    title: 'Payments are unavailable',
    message: 'The payment provider is not responding. You were not charged twice. Please try again shortly.',
  },
  subscriptionBusy: {
    code: 'ERROR-00087',
    type: 409,
    title: 'A change is in progress',
    message: 'Another request is changing this subscription. Please check again in a moment.',
  },
  dealNotFound: {
    code: 'ERROR-00103',
    type: 404,
    title: 'Deal could not be found',
    message: 'The deal you requested does not exist.',
  },
} as const;
