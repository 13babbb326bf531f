import { describe, expect, it } from 'vitest'
import { type StpRemedy, stpRemedy, stpResultText } from './stp-results.ts'

/** STP's catalogue of result ids (zendesk 360002813311): id, STP's message, expected remedy. */
const catalogue: readonly (readonly [number, string, StpRemedy])[] = [
  [0, 'Error validando la firma', 'fix_setup'],
  [0, 'Firma invalida No entity found for query', 'fix_setup'],
  [0, 'El campo conceptoPago es obligatorio', 'fix_order'],
  [0, 'No se recibió respuesta del servicio', 'ask'],
  [0, '', 'ask'],
  [1, 'Dato Obligatorio', 'fix_order'],
  [2, 'Dato No Catalogado', 'fix_order'],
  [3, 'La cuenta No Pertenece a la Empresa', 'fix_setup'],
  [4, 'Cuenta invalida', 'fix_order'],
  [5, 'Dato Duplicado', 'ask'],
  [6, 'Cuenta No Asociada', 'fix_order'],
  [7, 'Cuenta No Habilitada', 'fix_order'],
  [8, 'Rfc_Curp Inválido', 'fix_order'],
  [
    -1,
    'La clave de rastreo {CR1} para la fecha {20190101} de la institucion {90646} ya fue utilizada',
    'ask',
  ],
  [-2, 'Orden duplicada', 'ask'],
  [-3, 'La clave no existe en el catalogo de usuario', 'fix_setup'],
  [-5, 'Dato obligatorio {institución contraparte}', 'fix_order'],
  [-6, 'Empresa_Invalida O Institucion_Operante_Invalida', 'fix_setup'],
  [-7, 'La cuenta {646180110400000007} no existe', 'fix_setup'],
  [-9, 'La Institucion 90679 no es valida', 'fix_order'],
  [-10, 'Medio_Entrega_Invalido', 'fix_setup'],
  [-11, 'El tipo de cuenta 3 es invalido', 'fix_order'],
  [-12, 'Tipo_Operacion_Invalida', 'fix_setup'],
  [-13, 'Tipo_Pago_Invalida', 'fix_setup'],
  [-14, 'El usuario es invalido', 'fix_setup'],
  [-16, 'Fecha_Operacion_Invalida', 'fix_setup'],
  [-17, 'No se pudo determinar un usuario para asociar a la orden', 'fix_setup'],
  [-18, 'La institución operante no está asociada al usuario', 'fix_setup'],
  [-20, 'El monto {500.0} no es válido', 'fix_order'],
  [-21, 'Digito_Verificador_Invalido', 'fix_order'],
  [-22, 'La cuenta CLABE {6461801570} no coincide para la institucion operante {40072}', 'fix_order'],
  [-23, 'Longitud_Clabe_Incorrecta', 'fix_order'],
  [-24, 'Cuenta {646180157000000004} - {MISMA_CUENTA}', 'fix_order'],
  [-26, 'Clave de rastreo invalida', 'fix_order'],
  [-30, 'Enlace Financiero en modo consultas', 'retry'],
  [-34, 'Clave rastreo invalida : ABC123', 'fix_order'],
  [-100, 'No se encontró la orden con rastreo CR1564969083', 'ask'],
  [-200, 'Orden sin cuenta ordenante. Se rechaza por PLD', 'fix_setup'],
]

describe('stpRemedy', () => {
  it.each(catalogue)('for %i «%s» is %s', (id, message, remedy) => {
    expect(stpRemedy(id, message)).toBe(remedy)
    const text = stpResultText(id, message)
    expect(text).toContain(message)
    // The text of a definite refusal says how to correct it and that staff may send it again; that of `ask` forbids it.
    if (remedy === 'ask') expect(text).toMatch(/^No la envíes de nuevo/)
    else if (remedy === 'retry') expect(text).toMatch(/el sistema la envía/)
    else expect(text).toMatch(/((vuelve|volver) a enviar|soporte)/i)
  })

  it.each([77, -999, 9_349_827])('for the unknown result %i is ask', (id) => {
    expect(stpRemedy(id, 'x')).toBe('ask')
  })
})

describe('stpResultText', () => {
  it.each([
    [
      -21,
      'Digito_Verificador_Invalido',
      'Corrige la cuenta CLABE y vuelve a enviar. (STP: -21, Digito_Verificador_Invalido)',
    ],
    [-23, '', 'Corrige la cuenta CLABE y vuelve a enviar. (STP: -23)'],
    [null, 'Sin respuesta', 'Sin respuesta'],
  ])('for %s «%s» has advice and message', (id, message, text) => {
    expect(stpResultText(id, message)).toBe(text)
  })
})
