export const occupancyCalls = {};
