/** Per cent under which a battery is low. */
export const LOW_BATTERY = 20;
