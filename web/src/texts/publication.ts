import { DUE_HOURS } from '@switchback/contracts/rules/moderation';

const REVIEW = `Our staff review it within ${DUE_HOURS.collection} hours.`;

/** Texts of publishing a collection. */
export const publicationTexts = {
  ask: {
    button: 'Ask to publish',
    title: 'Ask to publish this collection?',
    lead: `${REVIEW} Once it is published, everyone can find it with your name and picture, and its secret link ends. Every later change is reviewed, too.`,
    hidden: (count: number) =>
      count === 1
        ? 'This drive is not public. Others see it in the collection once it is published:'
        : 'These drives are not public. Others see them in the collection once they are published:',
    nothing: 'A published collection needs a public drive. Add one first.',
    heroOnly: 'Publishing a collection needs a Hero account.',
  },
  publish: { button: 'Publish' },
  unpublish: {
    button: 'Unpublish',
    title: 'Unpublish this collection?',
    lead: 'Only you and the people you share it with will see it. To publish it again, you need another review.',
  },
  edit: {
    button: 'Continue to edit',
    title: 'Edit a published collection?',
    lead: `Your first change takes it offline until it is reviewed again. ${REVIEW}`,
  },
  pending: {
    title: 'Waiting for review',
    text: `${REVIEW} Until then, only you and the people you share it with can see it. You can still change it.`,
    withdraw: 'Withdraw',
  },
  requested: {
    title: 'A reviewer asked for changes',
    withdraw: 'Keep private',
    again: 'Ask again',
  },
  published: 'Published',
  privateNow: 'It is private now.',
  locked: 'Published. Open it to change it: changes are reviewed.',
};
