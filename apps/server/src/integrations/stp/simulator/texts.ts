/** A result of the `/speiws` calls other than success. */
export interface Refusal {
  id: number
  message: string
}

/** An answer of the query services (efws) other than success; its HTTP status is 400. */
export interface Problem {
  estado: number
  mensaje: string
}

/**
 * The refusals of `ordenPago`. Recorded texts (stpmex-python's tests, MIT): fieldMissing, badFirma, noService,
 * keyUsed, noAccount, badInstitution, accountType, amount, otherBank, sameAccount, badKey, notFound, noneFound,
 * noPayer. The others are the names in STP's catalogue of results; the text after a colon in them is ours.
 */
export const refusals = {
  fieldMissing: (field: string) => ({ id: 0, message: `El campo ${field} es obligatorio` }),
  badFirma: { id: 0, message: 'Error validando la firma' },
  noService: { id: 0, message: 'No se recibió respuesta del servicio' },
  notCatalogued: (what: string) => ({ id: 2, message: `Dato No Catalogado: ${what}` }),
  badAccount: { id: 4, message: 'Cuenta invalida' },
  rfcCurp: { id: 8, message: 'Rfc_Curp Inválido' },
  keyUsed: (key: string, day: number, institution: string) => ({
    id: -1,
    message: `La clave de rastreo {${key}} para la fecha {${day}} de la institucion {${institution}} ya fue utilizada`,
  }),
  noInstitution: { id: -5, message: 'Dato obligatorio {institución contraparte}' },
  company: { id: -6, message: 'Empresa_Invalida O Institucion_Operante_Invalida' },
  noAccount: (account: string) => ({ id: -7, message: `La cuenta {${account}} no existe` }),
  badInstitution: (code: string) => ({ id: -9, message: `La Institucion ${code} no es valida` }),
  delivery: { id: -10, message: 'Medio_Entrega_Invalido' },
  accountType: (type: string) => ({ id: -11, message: `El tipo de cuenta ${type} es invalido` }),
  paymentType: { id: -13, message: 'Tipo_Pago_Invalida' },
  date: { id: -16, message: 'Fecha_Operacion_Invalida' },
  amount: (javaDouble: string) => ({ id: -20, message: `El monto {${javaDouble}} no es válido` }),
  checkDigit: { id: -21, message: 'Digito_Verificador_Invalido' },
  otherBank: (account: string, institution: string) => ({
    id: -22,
    message: `La cuenta CLABE {${account}} no coincide para la institucion operante {${institution}}`,
  }),
  clabeLength: { id: -23, message: 'Longitud_Clabe_Incorrecta' },
  sameAccount: (account: string) => ({ id: -24, message: `Cuenta {${account}} - {MISMA_CUENTA}` }),
  readOnly: { id: -30, message: 'Enlace Financiero en modo consultas' },
  badKey: (key: string) => ({ id: -34, message: `Clave rastreo invalida : ${key}` }),
  notFound: (key: string) => ({ id: -100, message: `No se encontró la orden con rastreo ${key}` }),
  noneFound: { id: -100, message: 'No se encontraron ordenes' },
  noPayer: { id: -200, message: 'Orden sin cuenta ordenante. Se rechaza por PLD' },
  noMoney: { id: 0, message: 'Saldo insuficiente' },
  noPayment: { id: -1, message: 'Orden no encontrada' },
} as const

/**
 * The query services. Recorded (sairoko12/stpmex-python's tests, MIT): answered, noKey, nothing. The others are ours.
 */
export const queryTexts = {
  answered: { estado: 0, mensaje: 'Datos consultados correctamente' },
  noKey: { estado: 2, mensaje: '{claveRastreo=el campo clave de rastreo no puede venir vacio}' },
  orderType: { estado: 2, mensaje: '{tipoOrden=el campo tipo de orden debe ser E o R}' },
  noDate: { estado: 2, mensaje: '{fechaOperacion=el campo fecha de operacion no puede venir vacio}' },
  manyKeys: { estado: 2, mensaje: '{claveRastreo=se permiten hasta 100 claves de rastreo}' },
  badFirma: { estado: 2, mensaje: 'Error validando la firma' },
  limit: { estado: 3, mensaje: 'Se ha excedido el limite de consultas por hora' },
  nothing: { estado: 6, mensaje: 'No se encontraron datos relacionados' },
  future: { estado: 8, mensaje: 'La fecha de operacion no puede ser mayor a la fecha actual' },
} as const satisfies Record<string, Problem>

/** `cuentaModule`, where id 0 is success. All but `unknown` and `tooMany` are recorded or in stpmex-python's tests. */
export const accountTexts = {
  taken: { descripcion: 'Cuenta en revisión.', id: 0 },
  rfcCurp: { descripcion: 'rfc/curp invalido', id: 1 },
  field: (field: string) => ({ descripcion: `El campo ${field} es invalido`, id: 1 }),
  duplicate: { descripcion: 'Cuenta Duplicada', id: 3 },
  missing: (field: string) => ({ descripcion: `El campo ${field} es obligatorio`, id: 5 }),
  unknown: { descripcion: 'La cuenta no existe', id: 6 },
  tooMany: { descripcion: 'El lote excede 100 cuentas', id: 1 },
} as const

/** STP's text for an unknown account in SOAP faults (recorded). */
export function soapUnknownAccount(account: string): string {
  return `Cuenta {${account}} - {No encontrada}`
}
