export const alertCalls = {};
