import type { LoanType } from '@quincena/domain/loans/rules'

/** Error texts for a failed loan call that has no reason of its own (spec: employee-app §8). */
export const failedTexts = {
  list: 'Hubo un problema al obtener las solicitudes.',
  search: 'Error al buscar las solicitudes',
  detail: {
    credit: 'Hubo un error buscando los detalles de la solicitud',
    advance: 'Hubo un error buscando los detalles de la anticipación',
  },
  request: { credit: 'Error registrando la solicitud', advance: 'Error registrando el anticipo' },
  requestServer: 'Error: Ocurrió un problema del lado del servidor.',
  figures: 'Error buscando información acerca del pago mensual',
  amount: 'Ocurrió un error al intentar ingresar el importe',
  maxAdvance: 'Error al obtener el importe máximo del anticipo',
  withdraw: 'Error actualizando la solicitud',
  decline: { credit: 'Error actualizando el crédito', advance: 'Error actualizando el adelanto' },
  contractPayload: 'Error obteniendo el payload del contrato',
  contract: 'Error al generar el contrato',
  signedContract: 'Error al generar contrato con firma',
} as const satisfies Record<string, string | Record<LoanType, string>>
