/** Spanish texts of the errors about signatures and the codes that confirm them, by code. */
export const signingMessages = {
  'signature.invalid': 'La firma no es una imagen válida.',
  'signature.empty': 'Dibuja tu firma para continuar.',
  'signature.other_name': 'Escribe tu nombre completo como está en el contrato.',
  'signing_code.required': 'Escribe el código que te enviamos.',
  'signing_code.invalid': 'El código no es correcto.',
  'signing_code.expired': 'Ese código ya no vale. Pide uno nuevo.',
  'signing_code.used': 'Ese código ya se usó. Pide uno nuevo.',
  'signing_code.spent': 'Fueron cinco intentos y ese código ya no sirve. Pide uno nuevo.',
  'signing_code.too_many':
    'Ya te enviamos varios códigos. Si el último ya no te sirve, espera una hora y pide otro.',
  'signing_code.many_tries': 'Fueron muchos códigos equivocados. Espera y pide otro, o llámanos.',
  'signing_code.off': 'No hace falta un código para firmar.',
  'signing_code.no_address': 'No tenemos tu teléfono para enviarte el código. Regístralo en «Mis datos».',
  'signing_code.not_sent': 'No pudimos enviarte el código. Intenta de nuevo en un momento.',
  'signing_settings.changed': 'Otra persona cambió esta configuración. Revísala y guarda de nuevo.',
  'signing_settings.no_messages':
    'Esta instalación no tiene un proveedor de mensajes: no se pueden enviar códigos por SMS.',
}
