/** Whether bytes begin as those of an Excel workbook, or any other zip archive. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}
