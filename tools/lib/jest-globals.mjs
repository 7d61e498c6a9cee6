// Stands for `@jest/globals` in specs on the light runner.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis;
