import type { ContactReason } from '@switchback/contracts/rules/accounts';

const DEALS = 'Exclusive deals and offers';

/** Texts of the contact form and of the static pages. */
export const pagesTexts = {
  contact: {
    title: 'Contact us',
    lead: 'Questions, bugs, ideas: we read them all.',
    name: 'Name',
    email: 'Email',
    reason: 'Reason',
    chooseReason: 'Choose a reason',
    message: 'Message',
    left: (left: string) => `${left} characters left`,
    send: 'Send Message',
    sent: 'Message Sent',
    reasons: {
      'account-help': 'Account help',
      'app-feedback': 'App feedback',
      'general-feedback': 'General feedback',
      other: 'Other',
    } satisfies Record<ContactReason, string>,
    nameRequired: 'Name is required. Please provide your name.',
    reasonRequired: "Reason is required. Please tell why you're contacting us.",
    messageRequired: 'Message is required. Please tell us how we can help you.',
    messageTooLong: (max: string) => `Message cannot exceed ${max} characters`,
  },
  about: {
    title: 'About',
    lead: (product: string) => `${product} was founded to celebrate great cars, great drives and car people.`,
    mission: 'Our mission is helping drivers find paths, leave their mark and connect with local driver communities.',
    sections: [
      {
        title: 'Find paths',
        text: 'Scenic roads on a map and in a list, by how they drive: how curvy, how long, how busy. Anybody can look, without an account.',
      },
      {
        title: 'Leave your mark',
        text: 'Save the drives you want to do and keep track of those you have done.',
      },
      {
        title: 'Connect',
        text: 'Share a drive with a friend, or show yours on your profile. What others see of it is up to you.',
      },
    ],
    explore: 'Explore drives',
    contact: 'Contact us',
  },
  guidelines: {
    title: 'Review Guidelines',
    updated: 'Last updated June 10th, 2022',
    lead: 'A review helps other drivers when it holds to these eight points:',
    criteria: [
      'It is based on firsthand experience.',
      'It holds no profanity and no hate language.',
      'It makes no discriminatory references.',
      'It does not encourage illegal activity.',
      'Don’t post a negative review if you work for a competitor.',
      'It draws no legal conclusions.',
      'It makes no false or misleading statements.',
      'It is not part of an organised review campaign.',
    ],
    rights:
      'We may accept, reject or remove reviews. By posting, you grant us a broad license to show and use what you write.',
  },
  benefits: {
    title: 'Account Benefits',
    caption: 'What each kind of account can do',
    benefit: 'Benefit',
    tiers: { public: 'Public', free: 'Free', hero: 'Hero' },
    yours: 'Your account',
    yes: 'Included',
    no: 'Not included',
    /** The benefit with a page. */
    deals: DEALS,
    rows: {
      public: ['Explore all public drives', 'Share public drives', 'Open a drive in your maps app'],
      free: ['A profile', 'Saving favourite drives'],
      hero: [
        'Creating public drives',
        'Writing reviews for public drives',
        'Suggesting edits to public drives',
        'Sharing private drives with other Hero users',
        'Viewing private drives shared by other Hero users',
        'Unlimited private drives',
        'Planning trips and sharing planned trips (Spring 2023)',
        'Tracking completed drives',
        'Directions and navigation on web and mobile',
        'Ad-free web and mobile apps',
        DEALS,
        'Future features',
      ],
    },
    create: 'Create a free account',
  },
};
