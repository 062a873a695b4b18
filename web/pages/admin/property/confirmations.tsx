import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { call } from "../../../app/api.ts";
import { confirmation } from "../list/row-dialog.tsx";
import { pointLocationLabel } from "./meters/point-text.ts";
import { useBuilding, useGateway, useMeter, usePoint, useToken, useUnit } from "./view/inventory-rows.ts";

/** The confirmation dialogs of a property's inventory, by their names in the URL. */
export const confirmations = {
  "remove-building": confirmation(useBuilding, {
    title: ({ name }) => t`Remove building ${name}?`,
    action: t`Remove`,
    impossible: ({ name, units_count }) =>
      units_count > 0 && (
        <Trans>
          {name} has {plural(units_count, { one: "# unit", other: "# units" })}. Remove those first, or rename the
          building if only its name is wrong.
        </Trans>
      ),
    text: () => (
      <p>
        <Trans>It has no units. Nothing that was measured is lost.</Trans>
      </p>
    ),
    write: ({ id }, { propertyId }) =>
      call("DELETE /v1/admin/staff/inventory/properties/{property_id}/buildings/{building_id}", {
        params: { property_id: propertyId, building_id: id },
      }),
    done: ({ name }) => ({ title: t`Building removed`, message: t`${name} is no longer in the inventory.` }),
  }),
  "remove-unit": confirmation(useUnit, {
    title: ({ name }) => t`Remove unit ${name}?`,
    action: t`Remove`,
    text: ({ name, building_name }) => (
      <p>
        <Trans>
          Unit {name} of {building_name} is removed with its occupancy history. A unit with meter points or readings
          cannot be removed, so that no readings are lost.
        </Trans>
      </p>
    ),
    write: ({ id }, { propertyId }) =>
      call("DELETE /v1/admin/staff/inventory/properties/{property_id}/units/{unit_id}", {
        params: { property_id: propertyId, unit_id: id },
      }),
    done: ({ name }) => ({ title: t`Unit removed`, message: t`Unit ${name} is no longer in the inventory.` }),
  }),
  "remove-point": confirmation(usePoint, {
    title: () => t`Remove this point?`,
    action: t`Remove`,
    impossible: (point) =>
      point.meter_serial_number !== null && (
        <Trans>
          Meter {point.meter_serial_number} is installed at {pointLocationLabel(point)}. Take it away first.
        </Trans>
      ),
    text: (point) => (
      <p>
        <Trans>
          {pointLocationLabel(point)} is removed. A point whose meter has sent readings stays with its history: nothing
          that was measured is ever lost this way.
        </Trans>
      </p>
    ),
    write: ({ id }, { propertyId }) =>
      call("DELETE /v1/admin/staff/inventory/properties/{property_id}/points/{point_id}", {
        params: { property_id: propertyId, point_id: id },
      }),
    done: (point) => ({
      title: t`Point removed`,
      message: t`${pointLocationLabel(point)} is no longer in the inventory.`,
    }),
  }),
  "take-away": confirmation(useMeter, {
    title: ({ serial_number }) => t`Take meter ${serial_number} away?`,
    action: t`Take away`,
    impossible: ({ place }) => place === null && <Trans>It is not installed anywhere.</Trans>,
    text: ({ place }) => (
      <>
        <p>
          <Trans>
            {place && <b>{pointLocationLabel(place)}</b>} has no meter from now on: what the meter sends later counts
            nowhere. What it has sent stays there.
          </Trans>
        </p>
        <p>
          <Trans>If another meter takes its place, record a swap instead: then nothing is missing in between.</Trans>
        </p>
      </>
    ),
    write: ({ id }, { propertyId }) =>
      call("DELETE /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}/place", {
        params: { property_id: propertyId, meter_id: id },
      }),
    done: ({ serial_number }) => ({
      title: t`Meter taken away`,
      message: t`${serial_number} is not installed anywhere now.`,
    }),
  }),
  "remove-meter": confirmation(useMeter, {
    title: ({ serial_number }) => t`Remove meter ${serial_number}?`,
    action: t`Remove`,
    impossible: ({ has_readings }) =>
      has_readings && (
        <Trans>
          It has sent readings or was swapped, so it stays in the inventory with its history. If it is no longer there,
          take it away from its place or record a swap.
        </Trans>
      ),
    text: () => (
      <p>
        <Trans>It has sent nothing so far, so nothing is lost. Its point stays, without a meter.</Trans>
      </p>
    ),
    write: ({ id }, { propertyId }) =>
      call("DELETE /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}", {
        params: { property_id: propertyId, meter_id: id },
      }),
    done: ({ serial_number }) => ({
      title: t`Meter removed`,
      message: t`${serial_number} is no longer in the inventory.`,
    }),
  }),
  "continuous-use": confirmation(useMeter, {
    title: ({ serial_number, continuous_use_expected: isExpected }) =>
      isExpected
        ? t`No longer expect continuous use at ${serial_number}?`
        : t`Expect continuous use at ${serial_number}?`,
    action: ({ continuous_use_expected: isExpected }) => (isExpected ? t`No longer expect it` : t`Expect it`),
    harmless: true,
    text: ({ continuous_use_expected: isExpected }) =>
      isExpected ? (
        <p>
          <Trans>
            Water that runs at every hour counts as a leak at this meter again. Its leaks are recalculated, past ones
            included. Its volumes stay as they are.
          </Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>
              For meters behind which water runs at every hour and should: hot water recirculation, an ice machine, a
              cooling tower.
            </Trans>
          </p>
          <p>
            <Trans>
              Its usual lowest hour counts as its zero, so that the steady flow is no leak; what comes on top of it
              still is. Its leaks are recalculated, past ones included. Its volumes stay as they are.
            </Trans>
          </p>
        </>
      ),
    write: ({ serial_number, continuous_use_expected }, { propertyId }) =>
      call("PUT /v1/properties/{property_id}/meters/{serial}/continuous-use", {
        params: { property_id: propertyId, serial: serial_number },
        body: { expected: !continuous_use_expected },
      }),
    done: ({ serial_number, continuous_use_expected: wasExpected }) => ({
      title: t`Meter saved`,
      message: wasExpected
        ? t`${serial_number} is judged like any other meter. Its leaks are recalculated.`
        : t`${serial_number} may use water all the time. Its leaks are recalculated.`,
    }),
  }),
  "remove-gateway": confirmation(useGateway, {
    title: ({ serial_number }) => t`Remove gateway ${serial_number}?`,
    action: t`Remove`,
    impossible: ({ meters_count: meters, routers: { length: routers } }) => {
      const hanging = [
        ...(meters > 0 ? [plural(meters, { one: "# meter", other: "# meters" })] : []),
        ...(routers > 0 ? [plural(routers, { one: "# router", other: "# routers" })] : []),
      ].join(t` and `);
      if (hanging === "") return null;
      return (
        <Trans>
          {hanging} {meters + routers === 1 ? t`reports` : t`report`} through it. Move them to another gateway first.
        </Trans>
      );
    },
    text: ({ tokens_count: tokens }) => (
      <p>
        <Trans>
          {tokens === 0
            ? t`It has no token. `
            : t`Its ${plural(tokens, { one: "# token ends", other: "# tokens end" })}: its next message is rejected. `}
          Readings that it sent stay.
        </Trans>
      </p>
    ),
    write: ({ serial_number }, { propertyId }) =>
      call("DELETE /v1/admin/staff/inventory/properties/{property_id}/gateways/{gateway}", {
        params: { property_id: propertyId, gateway: serial_number },
      }),
    done: ({ serial_number }) => ({
      title: t`Gateway removed`,
      message: t`${serial_number} is no longer in the inventory.`,
    }),
  }),
  "revoke-token": confirmation(useToken, {
    title: ({ gateway_serial_number: gateway }) => t`Revoke this token of ${gateway}?`,
    action: t`Revoke`,
    impossible: ({ revoked_at }) => revoked_at !== null && <Trans>It is revoked already.</Trans>,
    text: ({ gateway_serial_number: gateway }) => (
      <p>
        <Trans>
          {gateway}&apos;s next message with it is rejected, and it cannot be brought back. Other tokens of the gateway
          keep working; readings that it sent stay. Give the gateway a new token first if it should keep sending.
        </Trans>
      </p>
    ),
    write: ({ id }, { propertyId }) =>
      call("DELETE /v1/admin/properties/{id}/gateway-tokens/{token_id}", {
        params: { id: propertyId, token_id: id },
      }),
    done: ({ gateway_serial_number: gateway }) => ({
      title: t`Token revoked`,
      message: t`What ${gateway} sends with it is rejected from now on.`,
    }),
  }),
};
