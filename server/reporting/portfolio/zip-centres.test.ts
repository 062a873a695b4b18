import { expect, test } from "vitest";
import { centreOfZipCode } from "./zip-centres.ts";

test("finds a ZIP code in all usual forms, including the first and the last of the list", () => {
  const manhattan = { latitude: 40.75065, longitude: -73.997293 };
  for (const text of ["10001", " 10001 ", "10001-2345", "100012345", "10001 2345"]) {
    expect(centreOfZipCode(text)).toEqual(manhattan);
  }
  expect(centreOfZipCode("00601")).toEqual({ latitude: 18.180555, longitude: -66.749961 });
  expect(centreOfZipCode("99929")).toEqual({ latitude: 56.221499, longitude: -131.923588 });
});

test("gives no center for an invalid or unknown ZIP code", () => {
  for (const text of ["", "  ", "1000", "10001-23", "SW1A 1AA", "99999", "00000", "１００01"]) {
    expect(centreOfZipCode(text)).toBeNull();
  }
});
