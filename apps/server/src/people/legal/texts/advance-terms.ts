import type { LegalText } from './legal-text.ts'

/** What an advance is, in words a worker reads before asking for one. `{…}` are filled from the configuration. */
export const advanceTerms: LegalText = {
  document: 'advance_terms',
  version: '2.0',
  effective_date: '2025-07-01',
  title: 'Términos del anticipo de nómina',
  sections: [
    {
      heading: '1. Qué es',
      paragraphs: [
        'El anticipo de nómina es un financiamiento de {lender} (la «Financiera») que te adelanta una parte de tu sueldo antes del día de pago. No es un préstamo de tu empresa ni modifica tu salario.',
      ],
    },
    {
      heading: '2. Cuánto puedes pedir',
      paragraphs: [
        'El máximo se calcula con base en tu sueldo quincenal y en las condiciones del convenio con tu empresa, y lo ves en la aplicación antes de solicitar. Puedes tener un solo anticipo abierto a la vez.',
      ],
    },
    {
      heading: '3. Cuánto cuesta',
      paragraphs: [
        'No genera intereses. Su único costo es la comisión fija que se muestra antes de solicitarlo y en el contrato, junto con el total a pagar y el CAT. No hay intereses moratorios ni comisión por pago anticipado o tardío.',
      ],
    },
    {
      heading: '4. Cuándo se paga',
      paragraphs: [
        'En un solo pago, en la siguiente fecha de pago: el día 15 o el último día del mes. Si firmas en un día de pago, cuenta el siguiente. Los días y la fecha quedan fijos en el contrato el día que lo firmas.',
        'El pago se hace por descuento de nómina, con la instrucción que das en el contrato. Si el descuento no se realiza, o dejas de trabajar en la empresa, sigues obligado a pagar en la fecha pactada.',
      ],
    },
    {
      heading: '5. Cómo lo recibes',
      paragraphs: [
        'Por SPEI, en la cuenta o tarjeta a tu nombre que aparece en el contrato. La oferta vence el día de pago al que corresponde; mientras no firmes puedes rechazarla sin costo.',
      ],
    },
    {
      heading: '6. Dudas y reclamaciones',
      paragraphs: [
        'Unidad Especializada de Atención a Usuarios (UNE): {address}; teléfono {phone}; correo {email}. CONDUSEF: 55 5340 0999 y 800 999 8080, www.condusef.gob.mx. Contrato de adhesión inscrito en el RECA con el número {reca}.',
      ],
    },
  ],
}
