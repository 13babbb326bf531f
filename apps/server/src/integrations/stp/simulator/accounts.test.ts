import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Body, firma, foreignClient, foreignKey } from '../fixtures/foreign-client.ts'
import { startSimulator } from '../simulator.ts'
import type { Simulator } from './options.ts'

let simulator: Simulator
let client: ReturnType<typeof foreignClient>
const empresa = 'AJENA'

beforeAll(async () => {
  simulator = await startSimulator({ public_key: foreignKey.publicKey })
  client = foreignClient(simulator.url)
})
afterAll(() => simulator.stop())

describe('cuentaModule', () => {
  const person = {
    empresa,
    cuenta: '646180157018613700',
    rfcCurp: 'SAHE800416HDFABC01',
    nombre: 'EDUARDO MARCO',
    apellidoPaterno: 'SALVADOR',
    fechaNacimiento: '19800416',
    paisNacimiento: 187,
    genero: 'H',
    entidadFederativa: 1,
    actividadEconomica: 30,
  }
  const review = { descripcion: 'Cuenta en revisión.', id: 0 }
  const call = (method: string, kind: string, body: Body) =>
    client.signed(method, `/speiws/rest/cuentaModule/${kind}`, {
      body,
      values: [body.empresa, body.cuenta, body.rfcCurp],
    })

  it('opens and closes an account of a person; id 0 is success', async () => {
    expect((await call('PUT', 'fisica', person)).json).toEqual(review)
    expect((await call('PUT', 'fisica', person)).json).toEqual({ descripcion: 'Cuenta Duplicada', id: 3 })
    const { cuenta, rfcCurp } = person
    expect((await call('DELETE', 'fisica', { empresa, cuenta, rfcCurp })).json).toEqual(review)
    expect((await call('DELETE', 'fisica', { empresa, cuenta, rfcCurp })).json).toMatchObject({ id: 6 })
  })

  it.each<[Body, object]>([
    [{ rfcCurp: 'NADA' }, { descripcion: 'rfc/curp invalido', id: 1 }],
    [{ genero: 'Q' }, { descripcion: 'El campo genero es invalido', id: 1 }],
    [{ entidadFederativa: 33 }, { descripcion: 'El campo entidadFederativa es invalido', id: 1 }],
    [{ nombre: '' }, { descripcion: 'El campo nombre es obligatorio', id: 5 }],
  ])('refuses %j', async (change, answer) => {
    expect((await call('PUT', 'fisica', { ...person, ...change })).json).toEqual(answer)
  })

  it('opens companies, and lots with one result for each account', async () => {
    const moral = {
      empresa,
      rfcCurp: 'TCU200828RX8',
      nombre: 'TARJETAS',
      pais: 187,
      fechaConstitucion: '20210101',
      cuenta: '646180157036325892',
    }
    expect((await call('PUT', 'moral', moral)).json).toEqual(review)
    const row = (cuenta: string) => ({
      ...moral,
      cuenta,
      firma: firma(`||${empresa}|${cuenta}|TCU200828RX8||`),
    })
    const cuentasMorales = [row('646180157011210003'), row('646180157036325892')]
    const path = '/speiws/rest/cuentaModule/morales'
    const lot = await client.send({ method: 'PUT', path, body: { cuentasMorales } })
    expect(lot.json).toEqual([review, { descripcion: 'Cuenta Duplicada', id: 3 }])
    const cuentasFisicas = [{ ...person, firma: firma('||otra||') }]
    const bad = await client.send({
      method: 'PUT',
      path: '/speiws/rest/cuentaModule/fisicas',
      body: { cuentasFisicas },
    })
    expect(bad.json).toEqual([{ descripcion: 'El campo firma es invalido', id: 1 }])
  })
})
