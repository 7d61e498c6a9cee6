import type { CreateMap } from '../map-port.js';
export const createMap: CreateMap = async () => {
  throw new Error('later');
};
