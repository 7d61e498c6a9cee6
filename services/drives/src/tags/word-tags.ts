import type { TagCategory } from '@switchback/contracts/rules/drives';
import type { DriveTag } from '@switchback/tracks/features/feature-properties';

interface Rule {
  category: TagCategory;
  name: string;
  words: RegExp;
  /** Phrases and names in which the words mean something else. */
  except?: RegExp;
}

/** Words before which a sentence says that the drive lacks or only approaches what follows. */
const ELSEWHERE =
  /\b(no|not|never|without|unlike|than|instead of|away from|far from|gateway to|once|former|formerly|proposed)\b[^.;:,]{0,25}$/i;

const RULES: readonly Rule[] = [
  {
    category: 'feature',
    name: 'bridge',
    words: /\bbridges?\b/gi,
    except: /\b(natural|land|rock) bridges?\b|\bbridges? (the|a) (gap|divide)\b|\b\w+ Bridge, [A-Z]/gi,
  },
  {
    category: 'feature',
    name: 'ferry',
    words: /\bferr(y|ies)\b|\bFerr(y|ies)\b(?= (ride|system|service|terminal|landing|crossing|dock))/g,
  },
  {
    category: 'feature',
    name: 'tunnel',
    words: /\btunnels?\b/gi,
    except:
      /\btunnels? of (the )?(\w+ )?(trees?|oaks?|green|foliage|leaves|branches|light)\b|\b(tree|leafy|green|wind|virtual) tunnels?\b/gi,
  },
  {
    category: 'feature',
    name: 'overlook',
    words: /\b(overlooks?|view ?points?|lookouts?|scenic (pull-?outs?|turn-?outs?)|vista points?)\b/gi,
    except: /\boverlooks? (the|a|an|its|this|that|one|both)\b|\bLookout (Mountain|Pass|Creek|Point Road)\b/gi,
  },
  {
    category: 'feature',
    name: 'toll',
    words: /\btoll (road|bridge|highway|tunnel|booth|plaza|gate)s?\b/gi,
    except: /\b(historic|old|original|first|early|built as an?|was an?|private) toll \w+/gi,
  },
  {
    category: 'environment',
    name: 'canyon',
    words: /\b(canyons?|gorges?)\b/gi,
    except: /\bCanyon (City|Lake|Village)\b/g,
  },
  {
    category: 'environment',
    name: 'swamp',
    words: /\b(swamps?|marsh(es|lands?)?|wetlands?|bayous?|bogs?)\b/gi,
  },
  {
    category: 'environment',
    name: 'mountain',
    words: /\b(mountains?|mountainous|alpine|peaks|summits?)\b/gi,
    except:
      /\bmountain (bik\w+|lions?|goats?|laurels?|music|men|man|culture|views?|city|time|home)\b|\b(views?|vistas?) of [^.;]{0,40}(mountains?|peaks|summits?)\b/gi,
  },
  {
    category: 'environment',
    name: 'forest',
    words: /\b(forests?|forested|woodlands?|woods|redwoods?|rainforests?)\b/g,
    except: /\b(petrified|Lake) forest\b|\bForest (Service|City|Hills|Park)\b/gi,
  },
  { category: 'environment', name: 'forest', words: /\b(National|State|Redwood|Rain) Forests?\b/g },
  { category: 'environment', name: 'desert', words: /\b(deserts?|sagebrush)\b/gi },
  {
    category: 'environment',
    name: 'river',
    words: /\b[A-Z][\w'’]+ (River|Creek)\b|\b(scenic|wild) river\b|\brivers\b|\briver (valley|canyon|gorge)s?\b/g,
    except:
      /\bRiver (Road|Street|Walk|City|Falls|Ranch|Oaks)\b|\b(Hood|Fall|Wind|Mad|Toms|Two|Three|The|Old) (River|Creek)\b|\b(River|Creek), [A-Z]\w+/g,
  },
  {
    category: 'environment',
    name: 'lake',
    words: /\blakes\b|\bLake [A-Z][\w'’]+\b|\b[A-Z][\w'’]+ Lakes?\b/g,
    except:
      /\bSalt Lake\b|\bGreat Lakes\b|\bLake (Road|Street|Shore|City|Forest|Charles|Wales|Worth)\b|\bLake \w+ City\b|\b(The|Old|Dry) Lake\b|\bLake, [A-Z]\w+/g,
  },
  {
    category: 'environment',
    name: 'rural',
    words: /\b(rural|countryside|country roads?|farm(land|lands)|small[- ]towns?|hamlets?|villages)\b/gi,
  },
  {
    category: 'landuse',
    name: 'farm',
    words:
      /\b(farms?|farm(land|lands|ing|steads?|houses?)|orchards?|vineyards?|winer(y|ies)|ranch(es|lands?|ing)?|pastures?|pastoral|cropland|wines?|fruits?)\b/gi,
  },
  {
    category: 'landuse',
    name: 'recreation',
    words:
      /\b(recreation(al)?|state parks?|campgrounds?|ski(ing| areas?| resorts?| country)|hiking|kayaking|rafting|boating)\b/gi,
  },
];

/** Returns the tags that a title and a description name, without repetitions. */
export function wordTags(title: string, description: string): DriveTag[] {
  const found = RULES.filter((rule) => names(rule, title) || names(rule, description));
  const tags = found.map(({ category, name }): [string, DriveTag] => [name, { category, name }]);
  return [...new Map(tags).values()];
}

function names({ words, except }: Rule, text: string): boolean {
  const plain = except ? text.replace(except, (phrase) => ' '.repeat(phrase.length)) : text;
  return [...plain.matchAll(words)].some(({ index }) => !ELSEWHERE.test(plain.slice(0, index)));
}
