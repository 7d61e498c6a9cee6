// Made by npm run generated from services/search/src/migrations/.
import { CreateIndex1795219200000 } from './1795219200000-create-index.js';
import { NumberDrives1795305600000 } from './1795305600000-number-drives.js';
import { AddRouteCells1795392000000 } from './1795392000000-add-route-cells.js';
import { NumberParts1795478400000 } from './1795478400000-number-parts.js';
import { AddDefaults1796774400000 } from './1796774400000-add-defaults.js';

/** In order of execution. */
export const MIGRATIONS = [
  CreateIndex1795219200000,
  NumberDrives1795305600000,
  AddRouteCells1795392000000,
  NumberParts1795478400000,
  AddDefaults1796774400000,
];
