export const leakCalls = {};
