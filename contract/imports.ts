export const importCalls = {};
