// Aim: people may title a drive as roads are named in their language and script, and nothing else.
import { describe, expect, it } from '@jest/globals';
import { AUTHORING_FAULTS, titleFault } from './authoring.js';

describe('a title', () => {
  it.each([
    'Tail of the Dragon',
    '  Two   Blanks\u00a0Road ',
    'საქართველოს სამხედრო გზა',
    'ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ',
    'ʻĀhihi Kīnaʻu Road',
    '‘Āhihi Road',
    '箱根ターンパイク',
    'طريق الجبل',
    'हिमालय मार्ग',
    'เขาใหญ่ ถนน',
    '17-Mile Drive',
    'Route 66 & Back',
    'Brest – Quimper',
    'Passo dello Stelvio',
    'Strada dell’Etna',
    "Via all'Alpe",
    'Côte d’Azur',
    'Rota do Sol e das Serras',
    'Straße zur Zugspitze',
    'Rock ’n’ Roll Road',
    "Rock 'n' Roll Road",
    'Camino de los Andes',
    'E\u0301toile Road',
    'ǅungla Put',
    'A'.repeat(100),
    '𝐀'.repeat(100),
  ])('is fit: %s', (title) => {
    expect(titleFault(title)).toBeNull();
  });

  it.each([
    'tail of the dragon',
    'the Dragon',
    'Tail of dragon',
    'ʻāhihi Road',
    "d'Azur Road",
    "Strada dell'etna",
    'Strada dell’',
    'della Road',
    'ßtraße Road',
    '&',
    '– -',
    'Road!',
    'Road / Pass',
    'Road\u200b Pass',
    'Road — Pass',
    'Road ☀',
    'A'.repeat(101),
  ])('is unfit: %s', (title) => {
    expect(titleFault(title)).toEqual(AUTHORING_FAULTS.titleUnfit);
  });

  it.each(['', '  ', '\u00a0'])('is required: "%s"', (title) => {
    expect(titleFault(title)).toEqual(AUTHORING_FAULTS.titleRequired);
  });
});
