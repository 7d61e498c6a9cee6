/** Words of the terms and of the privacy policy: those of this product, for whoever runs an installation of it. */

export interface LegalSection {
  /** Names the section in its address. */
  id: string;
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}

const termsSections: readonly LegalSection[] = [
  {
    id: 'generalInfo',
    title: 'What this is',
    paragraphs: [
      'This site helps you find, keep and share scenic drives. Its software is free, under the Apache License 2.0, and anyone may run it: “we” are those who run this installation, and “you” are whoever uses it.',
      'Using it means that you agree to what stands here. You can look at every public drive without an account.',
    ],
  },
  {
    id: 'accounts',
    title: 'Accounts',
    paragraphs: [
      'An account is yours alone. What you tell us when you sign up is to be true, your username must neither insult anybody nor pass for somebody else, and you look after your password.',
      'You have to be 18 to have an account. Who is younger may use one of a parent, beside them; nobody under 13 may use the product with an account.',
    ],
  },
  {
    id: 'onTheRoad',
    title: 'On the road',
    paragraphs: [
      'You drive, not we. Lines, lengths, times and ratings come from maps and from people: they can be wrong, and a road can be closed, private, or not fit for your vehicle. Follow the law, the signs and your own eyes, and do not use this site while you drive.',
    ],
  },
  {
    id: 'prohibitedActivities',
    title: 'What is not allowed',
    paragraphs: ['Please do not:'],
    points: [
      'break the law with it, or call on others to do so, street racing included;',
      'harass or threaten people, or post what is hateful, sexual or violent;',
      'post what belongs to others without being allowed to;',
      'look into accounts of others, get around limits, or disturb the service;',
      'send advertising, or pretend to be somebody else.',
    ],
  },
  {
    id: 'submissions',
    title: 'What you add',
    paragraphs: [
      'What you add stays yours. You allow us to keep it, to show it to those you show it to, and to bring it into the forms and sizes that takes, free of charge and for as long as it is here.',
      'Public drives belong to everybody’s map: when you leave, they stay, without your name. Private ones go with you.',
    ],
  },
  {
    id: 'materialContent',
    title: 'What others made',
    paragraphs: [
      'Names of places, borders and base maps come from open data, named at the foot of each page, under licences of their own. Links lead to sites that are not ours and that we cannot answer for.',
    ],
  },
  {
    id: 'siteManagement',
    title: 'What we may do',
    paragraphs: [
      'We may correct or remove what breaks these rules, close an account that does so again and again, and change the service or end it. If something of yours was removed by mistake, write to us.',
    ],
  },
  {
    id: 'termination',
    title: 'Leaving',
    paragraphs: [
      'You can leave at any time: Settings, Account, Delete Account. Take your data along first, from the same place. What happens to it is in the privacy policy.',
    ],
  },
  {
    id: 'asIsDisclaimer',
    title: 'No promises',
    paragraphs: [
      'The service comes as it is. We do our best, and promise neither that it is always there nor that it is free of faults.',
    ],
  },
  {
    id: 'limitationOfLiability',
    title: 'Liability',
    paragraphs: [
      'As far as the law allows, we do not answer for damage that comes of using the service or of trusting what stands in it. Rights that the law of your country gives you, and that no terms can take away, you keep.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    paragraphs: [
      'When these terms change, the date at the top does too. Who goes on using the service agrees to the new ones.',
    ],
  },
];

const privacySections: readonly LegalSection[] = [
  {
    id: 'inShort',
    title: 'In short',
    paragraphs: [
      'We keep what the service needs to work, show others only what you let them see, and hand or sell nothing of it to anybody. There is no advertising here, no tracking and no cookie.',
      '“We” are those who run this installation; your data lie on their machines. Without an account, nothing about you is kept.',
    ],
  },
  {
    id: 'whatIsKept',
    title: 'What is kept, and until when',
    paragraphs: ['Of somebody with an account:'],
    points: [
      'your email address, a hash of your password (argon2id), and where you are logged in: since when, last used when, and what that browser calls itself. Sessions and codes of mailed links go when they expire, all of it when you delete your account;',
      'your username, and what you enter in your profile: name, bio, country, state, city, photo. What a photo’s file says besides the picture, such as where it was taken, is thrown away at once;',
      'the drives you saved, completed, made or share, and with whom;',
      'the last 20 searches you chose from the search box. You can remove each there;',
      'a mail that was sent to you: its address for a day at most;',
      'the file with your data, when you asked for it: for an hour.',
    ],
  },
  {
    id: 'withoutAnAccount',
    title: 'Without an account',
    paragraphs: [
      'A sign-up that nobody confirms is gone when its link expires. How often an address of the network asks is counted for minutes, an hour at most, so that nobody can drown the service.',
      'A message you send from the contact page goes to the people behind this installation, with the name and the email address you give, and stays with them.',
    ],
  },
  {
    id: 'yourBrowser',
    title: 'In your browser',
    paragraphs: [
      'Your browser keeps that you are logged in, whether you like miles or kilometers, light or dark, and how far you have scrolled. Logging out removes the first; clearing the site’s data removes everything.',
      'If you allow it, the site learns where your device is, to begin there. Your searches then ask for drives around that place; we keep no record of it.',
      'Maps come from this server, unless those who run it have chosen another map service: your browser then asks that service for the part of the map you look at. Directions you open in another app are given to that app.',
    ],
  },
  {
    id: 'whatOthersSee',
    title: 'What others see',
    paragraphs: [
      'Others see your username, your photo, the kind of account, and what you have not hidden under Settings, Privacy. Your email address is never shown. A private drive is seen by you, by those you share it with, and by the staff.',
    ],
  },
  {
    id: 'yourChoices',
    title: 'Your choices',
    paragraphs: [
      'You can see and correct your data in your profile, hide parts of it, log out other browsers, take everything along as one file, and delete your account: all of it under Settings, without asking anybody.',
    ],
  },
  {
    id: 'afterDeletion',
    title: 'After you delete your account',
    paragraphs: [
      'You are logged out everywhere and your password is erased at once; the rest follows within seconds. Private drives go with you, and those nobody has approved; public ones stay without your name. What lasts longer:',
    ],
    points: [
      'the number of your account, which says nothing by itself, so that a late message cannot bring your name back;',
      'messages between the parts of the service, which may hold your username and drives: 7 days, unless those who run it have set another time;',
      'tasks that failed, at most 30 days, and messages that could not be handled, until somebody has looked at them;',
      'numbers of accounts in logs, and everything in backups, for as long as those who run this installation keep them.',
    ],
  },
  {
    id: 'security',
    title: 'Security',
    paragraphs: [
      'Passwords, session keys and codes are kept as hashes only, and none of them is ever written to a log. If we learn that data of yours have come into wrong hands, we tell you.',
    ],
  },
  {
    id: 'children',
    title: 'Children',
    paragraphs: ['Accounts are not for people under 13. If a child has made one, write to us and it is deleted.'],
  },
  {
    id: 'changesToPrivacyPolicy',
    title: 'Changes',
    paragraphs: ['When this policy changes, the date at the top does too.'],
  },
];

export const legalTexts = {
  contents: 'On this page',
  updated: 'Last updated November 22nd, 2026',
  contact: 'Questions?',
  contactLink: 'Write to us',
  terms: { title: 'Terms and Conditions', sections: termsSections },
  privacy: { title: 'Privacy Policy', sections: privacySections },
};
