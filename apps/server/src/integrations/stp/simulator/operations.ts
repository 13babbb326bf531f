import { close, openCompany, openLot, openPerson } from './accounts.ts'
import type { Answer } from './answers.ts'
import type { Bank, Call } from './bank.ts'
import * as efws from './efws.ts'
import type { RequestPlace } from './fault.ts'
import { soapBalance } from './soap.ts'
import * as speiws from './speiws.ts'

/** A call of STP: the place of its faults, whether the hourly limit counts it, and what it does. */
export interface Operation {
  place: RequestPlace
  limited?: true
  run(bank: Bank, call: Call): Answer
}

/** The calls that the simulator answers, by method and path. */
const operations: Readonly<Record<string, Operation>> = {
  'PUT /speiws/rest/ordenPago/registra': { place: 'register', run: speiws.register },
  'PUT /speiws/rest/ordenPago/retornaOrden': { place: 'return_payment', run: speiws.returnPayment },
  'POST /speiws/rest/ordenPago/consOrdEnvRastreo': { place: 'legacy_query', run: speiws.findSent },
  'POST /speiws/rest/ordenPago/consOrdenesFech': { place: 'legacy_list', run: speiws.listOfDay },
  'POST /speiws/rest/ordenPago/consSaldoEnvRec': { place: 'legacy_list', run: speiws.dayTotals },
  'POST /speiws/rest/ordenPago/consSaldoCuenta': { place: 'balance', run: speiws.accountBalance },
  'PUT /speiws/rest/cuentaModule/fisica': { place: 'account', run: openPerson },
  'PUT /speiws/rest/cuentaModule/moral': { place: 'account', run: openCompany },
  'PUT /speiws/rest/cuentaModule/fisicas': { place: 'account', run: openLot },
  'PUT /speiws/rest/cuentaModule/morales': { place: 'account', run: openLot },
  'DELETE /speiws/rest/cuentaModule/fisica': { place: 'account', run: close },
  'DELETE /speiws/rest/cuentaModule/moral': { place: 'account', run: close },
  'POST /spei/webservices/SpeiConsultaServices': { place: 'balance', run: soapBalance },
  'POST /efws/API/consultaOrden': { place: 'query', limited: true, run: efws.findOne },
  'POST /efws/API/consultaOrdenes': { place: 'query', limited: true, run: efws.findMany },
  'POST /efws/API/V2/conciliacion': { place: 'list', limited: true, run: efws.reconcile },
  'POST /efws/API/consultaInstituciones': {
    place: 'institutions',
    limited: true,
    run: efws.listInstitutions,
  },
  'POST /efws/API/consultaSaldoCuenta': { place: 'balance', limited: true, run: efws.accountBalance },
  'POST /consultasws/API/orden/clave-rastreo': { place: 'query', limited: true, run: efws.findOneOf2025 },
  'POST /consultasws/API/operaciones/actual': { place: 'list', limited: true, run: efws.listToday },
  'POST /consultasws/API/operaciones/historica': { place: 'list', limited: true, run: efws.listDay },
  'POST /consultasws/API/conciliacion/actual': { place: 'list', limited: true, run: efws.listToday },
  'POST /consultasws/API/conciliacion/historica': { place: 'list', limited: true, run: efws.listDay },
}

/** Other base paths that clients use: the host alone, and those of STP's older demo. */
const sameAs: readonly (readonly [RegExp, string])[] = [
  [/^\/speidemo\/(rest|webservices)\//, '/spei/$1/'],
  [/^\/spei\/rest\//, '/speiws/rest/'],
  [/^\/(ordenPago|cuentaModule)\//, '/speiws/rest/$1/'],
]

/** Finds the operation of a call. Doubled or final slashes and encoded spaces in the path are ignored. */
export function operationAt(method: string, path: string): Operation | undefined {
  const plain = path
    .replaceAll('%20', '')
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  const full = sameAs.reduce((current, [from, to]) => current.replace(from, to), plain)
  return operations[`${method} ${full}`]
}
