import type { Answer } from './answers.ts'
import { type Bank, balanceOf, type Call, signed } from './bank.ts'
import { refusals, soapUnknownAccount } from './texts.ts'

function envelope(body: string): string {
  return `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${body}</S:Body></S:Envelope>`
}

function fault(text: string): Answer {
  const names =
    'xmlns:ns0="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="http://www.w3.org/2003/05/soap-envelope"'
  const body = `<ns0:Fault ${names}><faultcode>ns0:Server</faultcode><faultstring>${text}</faultstring></ns0:Fault>`
  return { status: 500, xml: envelope(body) }
}

/**
 * The text of an XML element with any prefix. It does not unescape: accounts and firmas contain no escaped characters.
 */
function element(source: string, name: string): string {
  const [, text = ''] = new RegExp(`<(?:\\w+:)?${name}>([^<]*)</`).exec(source) ?? []
  return text.trim()
}

/**
 * SOAP `consultaSaldoCuenta(cuenta, firma)`. The firma covers the bare account number; errors are faults with HTTP 500.
 */
export function soapBalance(bank: Bank, { source }: Call): Answer {
  const cuenta = element(source, 'cuenta')
  if (!/^\d+$/.test(cuenta)) return fault(refusals.fieldMissing('cuenta').message)
  if (!signed(bank, 'soapBalance', { cuenta, firma: element(source, 'firma') })) {
    return fault(refusals.badFirma.message)
  }
  const balance = balanceOf(bank, cuenta)
  if (!balance) return fault(soapUnknownAccount(cuenta))
  const pending = (balance.cargosPendientes / 100).toFixed(2)
  const saldo = (balance.saldo / 100).toFixed(2)
  const body = `<return><cargosPendientes>${pending}</cargosPendientes><saldo>${saldo}</saldo></return>`
  return {
    status: 200,
    xml: envelope(
      `<ns0:consultaSaldoCuentaResponse xmlns:ns0="http://h2h.integration.spei.enlacefi.lgec.com/">${body}</ns0:consultaSaldoCuentaResponse>`,
    ),
  }
}
