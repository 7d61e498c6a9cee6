import { createHash } from 'node:crypto';
import { figureText, shownStars } from '@switchback/contracts/rules/units';
import type { DriveSummary } from '@switchback/proto/drives/v1/drive';
import { distanceText, durationText, numberText } from '../formats/figures.js';

/** Contents of a drive's card, the picture that chats and crawlers show next to its link. */
export interface DriveCard {
  product: string;
  title: string;
  /** The states that the drive crosses, or else the countries. */
  place: string;
  distance: string;
  duration: string;
  /** 0 to 5 in half steps, null without a rating. */
  stars: number | null;
  /** Number of reviews, or the origin of the rating if there are none. */
  ratedBy: string;
  /** Google-encoded, precision 5. */
  path: string;
}

/** Increment when the same card is drawn differently, so that every card gets a new address. */
const DRAWING = 1;
const HASH_CHARS = 16;

/** @param product name of the product, as shown on the card. */
export function driveCardOf(drive: DriveSummary, product: string): DriveCard {
  const states = drive.countries.flatMap((country) => country.states.map(({ name }) => name));
  const countries = drive.countries.flatMap(({ country }) => country?.name ?? []);
  return {
    product,
    title: drive.title,
    place: (states.length > 0 ? states : countries).join(', '),
    distance: figureText(distanceText(drive.distance), drive.approximate),
    duration: figureText(durationText(drive.duration), drive.durationSource === 'estimated'),
    stars: drive.starRating === undefined ? null : shownStars(drive.starRating),
    ratedBy: ratedByText(drive),
    path: drive.overviewPath,
  };
}

/** Returns the name of a card's picture, identical if and only if the pictures are. Lower-case letters and digits. */
export function cardHash(card: DriveCard): string {
  const { product, title, place, distance, duration, stars, ratedBy, path } = card;
  const drawn = [DRAWING, product, title, place, distance, duration, stars, ratedBy, path];
  return createHash('sha256').update(JSON.stringify(drawn)).digest('hex').slice(0, HASH_CHARS);
}

function ratedByText({ starRating, reviewCount, starReviewCount = reviewCount, official }: DriveSummary): string {
  if (starRating === undefined) return 'Not rated yet';
  if (starReviewCount === 0) return official ? 'Editors’ rating' : 'Author’s rating';
  return `(${numberText(starReviewCount)})`;
}
