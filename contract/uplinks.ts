export const uplinkCalls = {};
