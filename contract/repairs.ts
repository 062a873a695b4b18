export const repairCalls = {};
