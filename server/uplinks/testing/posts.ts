/** An uplink as ChirpStack v4 posts it: a meter that sends its register in litres. */
export function chirpStackUp(object: object | null, more: Record<string, unknown> = {}) {
  return {
    deduplicationId: "5b0c8f4e-6f0e-4a7b-9c1d-0d7c2f1c9a11",
    time: "2026-06-01T12:05:09.546951465+00:00",
    deviceInfo: {
      tenantId: "52f14cd4-c6f1-4fbd-8f87-4025e1d49242",
      tenantName: "ChirpStack",
      applicationId: "5b06bc92-0510-47c1-8f24-a807f48b94a9",
      applicationName: "water",
      deviceProfileId: "d0c4ec0e-51cc-4654-ab0d-b1b614dd95c5",
      deviceProfileName: "ultrasonic meter",
      deviceName: "unit-4-kitchen",
      devEui: "a81758fffe05e2f1",
      deviceClassEnabled: "CLASS_A",
      tags: {},
    },
    devAddr: "00362614",
    adr: true,
    dr: 3,
    fCnt: 471,
    fPort: 8,
    confirmed: false,
    data: "AQIDBA==",
    ...(object === null ? {} : { object }),
    rxInfo: [
      { gatewayId: "d2ce19fffec9d449", uplinkId: 34327, nsTime: "2026-06-01T12:05:09.6+00:00", rssi: -101, snr: 4.2 },
      { gatewayId: "0016c001f1427f6e", uplinkId: 8121, rssi: -87, snr: 9.5, location: {}, crcStatus: "CRC_OK" },
    ],
    txInfo: { frequency: 904700000, modulation: { lora: { bandwidth: 125000, spreadingFactor: 10 } } },
    ...more,
  };
}

/** A device's response to the network's status request. */
export function chirpStackStatus(more: object = {}) {
  const { deviceInfo } = chirpStackUp(null);
  const time = "2026-06-01T12:00:00.118252739+00:00";
  return {
    deduplicationId: "838f2b6e-a781-48ec-9a79-600442adbe7c",
    time,
    deviceInfo,
    margin: 12,
    batteryLevel: 64.5,
    ...more,
  };
}

/** An uplink as The Things Stack v3 posts it. */
export function thingsStackUp(decoded: object | null, more: object = {}) {
  return {
    end_device_ids: {
      device_id: "eui-a81758fffe05e2f1",
      application_ids: { application_id: "water" },
      dev_eui: "A81758FFFE05E2F1",
      join_eui: "EC656E0000000001",
      dev_addr: "27FE87F6",
    },
    correlation_ids: ["gs:uplink:01JRZ767CVCHBZW1Y8YG9PZ3TS"],
    received_at: "2026-06-01T12:05:10.995136483Z",
    uplink_message: {
      session_key_id: "aAixKtmNZUKQXd4GqpHDsw==",
      f_port: 2,
      f_cnt: 14,
      frm_payload: "sQAAEAHlANcB",
      ...(decoded === null ? {} : { decoded_payload: decoded }),
      rx_metadata: [
        {
          gateway_ids: { gateway_id: "roof-east", eui: "58A0CBFFFE8052EC" },
          time: "2026-06-01T12:05:10.697237014Z",
          timestamp: 1276394164,
          rssi: -71,
          channel_rssi: -71,
          snr: 9.5,
        },
      ],
      settings: { data_rate: { lora: { bandwidth: 125000, spreading_factor: 7 } }, frequency: "867700000" },
      received_at: "2026-06-01T12:05:10.787593298Z",
      confirmed: true,
      last_battery_percentage: { f_cnt: 14, value: 90.118576, received_at: "2026-06-01T12:05:10.787593298Z" },
    },
    ...more,
  };
}
