import { orderView, type SimulatedOrder, textOrNull } from './order.ts'

/** The older queries know no confirmation of a payment. */
const confirmed = 'CCO'
/** How long before settling Banxico's word came in the recording. */
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

/** `tsEntrega` and `tsDevolucion` are durations: from capture to settling, from settling to the return (recorded). */
function times({ tsCaptura, tsLiquidacion, tsDevolucion }: SimulatedOrder) {
  const back = { tsDevolucionRecibida: tsDevolucion }
  if (tsLiquidacion === null) return back
  return {
    ...back,
    tsAcuseBanxico: Math.max(tsCaptura, tsLiquidacion - bankMs),
    tsEntrega: tsLiquidacion - tsCaptura,
    tsDevolucion: tsDevolucion === null ? null : tsDevolucion - tsLiquidacion,
  }
}

/** The order as the older `/speiws` queries show it: values it does not have are left out. */
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
