import { orderView, type SimulatedOrder, textOrNull } from './order.ts'

/** State of a confirmed payment. The older queries do not have it and show LQ. */
const confirmed = 'CCO'
/** In the recording, Banxico's acknowledgement came this long before settlement. */
const bankMs = 998

/** Fields the older queries show even when empty (recorded). */
function emptyFields({ cuerpo }: SimulatedOrder) {
  const names = [
    'clavePago',
    'conceptoPago2',
    'cuentaBeneficiario2',
    'nombreBeneficiario2',
    'referenciaCobranza',
    'rfcCurpBeneficiario2',
  ] as const
  return Object.fromEntries(names.map((name) => [name, cuerpo[name] ?? '']))
}

/**
 * `tsEntrega` and `tsDevolucion` are durations in ms: from capture to settlement, from settlement to return (recorded).
 */
function times({ tsCaptura, tsLiquidacion, tsDevolucion }: SimulatedOrder) {
  const fields = { tsDevolucionRecibida: tsDevolucion }
  if (tsLiquidacion === null) return fields
  return {
    ...fields,
    tsAcuseBanxico: Math.max(tsCaptura, tsLiquidacion - bankMs),
    tsEntrega: tsLiquidacion - tsCaptura,
    tsDevolucion: tsDevolucion === null ? null : tsDevolucion - tsLiquidacion,
  }
}

/** The order as the older `/speiws` queries show it, without empty values. */
export function legacyOrderView(order: SimulatedOrder) {
  const { nombreCep, rfcCep, sello, urlCEP, ...view } = orderView(order)
  const { cuerpo } = order
  const all = {
    ...view,
    ...(order.tipoOrden === 'E' ? emptyFields(order) : {}),
    ...times(order),
    estado: order.estado === confirmed ? 'LQ' : order.estado,
    claveRastreoDevolucion: order.claveRastreoDevolucion,
    folioOrigen: textOrNull(cuerpo.folioOrigen) ?? cuerpo.claveRastreo,
    idCliente: cuerpo.claveRastreo,
    prioridad: Number(cuerpo.prioridad || 0),
    topologia: textOrNull(cuerpo.topologia) ?? 'V',
    usuario: cuerpo.empresa?.toLowerCase(),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined))
}
