import { expect, test } from 'vitest'
import { typedPrivateData } from './typed-private.ts'

test.each([
  ...['Van $12,000', 'Van $ 12000', 'Van ＄１２０００', 'Van 12,000 pesos', 'Van 12000 Pesos.', 'MXN 12000'],
  ...[
    '12000 MXN',
    '12,000',
    '12.000',
    '12 000',
    '12’000',
    '250.00',
    '12 mil',
    '12k',
    '1.5 millones',
    '12 000 $',
  ],
  ...['Van doce mil pesos', 'DOSCIENTOS CINCUENTA PESOS', 'veintitrés mil', 'mil doscientos', 'un millón'],
  ...['treinta y dos pesos', '12 mil pesos', 'Van 5 pesos', '12000 M.N.', '500 mn', '12\u00a0000 pesos'],
])('finds the amount in «%s»', (text) => {
  expect(typedPrivateData(text)).toEqual(['Un monto'])
})

test.each([
  ...['Tu C-000123 está lista', 'A-000123', 'c-000123', 'C–000123', 'C — 000123', 'C000123', 'C 000123'],
  ...['ARCO-000012', 'Folio 123', 'folio no. 123', 'Folio: C-1'],
])('finds the folio in «%s»', (text) => {
  expect(typedPrivateData(text)).toEqual(['Un folio'])
})

test.each([
  ...[
    'Tu cuenta terminada en 9192',
    'A la cuenta 9192',
    'tarjeta ····9192',
    '••••9192',
    '****9192',
    'xxxx9192',
  ],
  ...['...9192', '…9192', '646180110400000007', '4152 3134 1234 5678', 'CLABE: 6461'],
])('finds the account in «%s»', (text) => {
  expect(typedPrivateData(text)).toEqual(['Un número de cuenta'])
})

test.each(['PEXM901010MDFRLL08', 'PEXM901010AB1'])('finds the identity in «%s»', (text) => {
  expect(typedPrivateData(text)).toEqual(['Una CURP o un RFC'])
})

test.each([
  ...[
    'Enviamos tu dinero',
    'Tu estado de cuenta de 2026 está listo',
    'Llámanos al 81 5555 0100',
    'Mil gracias',
  ],
  ...['Llámanos al +52 81 5555 0100', 'Al 800 123 4567', 'Vale 15 minutos', 'Faltan 3 días', 'A las 10:30'],
  ...[
    'Tus 5 documentos están completos',
    'El 15/12/2026',
    'De lunes a 5 de la tarde',
    'Escribe a {trade_name}',
  ],
  ...['Un mes más', 'Dos pasos para entrar', 'Hay cambios en tu cuenta'],
])('finds nothing in «%s»', (text) => {
  expect(typedPrivateData(text)).toEqual([])
})
