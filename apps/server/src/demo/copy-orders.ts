import type { Deps } from '../deps.ts'
import { stpConfig } from '../integrations/stp/config.ts'
import { orderBody } from '../integrations/stp/order-body.ts'
import { stpOrderOf } from '../treasury/transfers/rules.ts'

const epochMs = (instant: string | null) => (instant === null ? null : Date.parse(instant))

/** Sends the history's orders to the simulator, so that queries for them find them. */
export async function copyOrdersToSimulator(deps: Deps, simulator_url: string) {
  const rows = await deps.db
    .selectFrom('transfer')
    .selectAll()
    .where('status', '=', 'sent')
    .orderBy('id')
    .execute()
  const payer = stpConfig(deps.env, deps.secrets)
  const orders = rows.map((row) => {
    const { fechaOperacion: _, ...body } = orderBody(payer, stpOrderOf(row))
    return {
      idEF: row.stp_id,
      estado: row.state ?? 'A',
      fechaOperacion: Number(row.operation_date.replaceAll('-', '')),
      tsCaptura: epochMs(row.sent_at),
      tsLiquidacion: row.state === 'LQ' ? epochMs(row.ts_liquidation) : null,
      urlCEP: row.url_cep,
      causaDevolucion: row.state === 'D' ? 1 : null,
      cuerpo: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value ?? '')])),
    }
  })
  const response = await fetch(`${simulator_url}/admin/orders`, {
    method: 'POST',
    body: JSON.stringify({ orders }),
  })
  if (!response.ok) throw new Error(`the STP simulator did not take the history: ${await response.text()}`)
}
