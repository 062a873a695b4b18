/** The browser's reader of bar codes and QR codes, where there is one (https://wicg.github.io/shape-detection-api). */
declare class BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
