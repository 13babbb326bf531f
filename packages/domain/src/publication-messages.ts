/** The messages of texts, of the brand and of its logo; part of `messages`. */
export const publicationMessages = {
  'text.version_not_found': 'No encontramos esa versión del texto.',
  'text.draft_not_found': 'Este documento no tiene borrador.',
  'text.draft_changed': 'Otra persona guardó el borrador mientras lo editabas.',
  'text.awaits_approval':
    'El borrador espera autorización para publicarse. Para cambiarlo, retira antes la solicitud.',
  'text.date_passed':
    'La fecha de entrada en vigor ya pasó. Rechaza la solicitud para que se pida con otra fecha.',
  'text.date_before_today': 'Elige hoy o un día futuro.',
  'text.version_exists': 'Esa versión ya existe: usa otra.',
  'text.summary_missing': 'Escribe en el borrador qué cambió.',
  'text.unchanged': 'El texto es igual al que estará en vigor ese día.',
  'text.not_publishable': 'Revisa los datos de la publicación.',
  'text.needs_two_people':
    'Después del primer envío de dinero o de la primera carga de préstamos, otro administrador autoriza cada publicación.',
  'brand.draft_not_found': 'La marca no tiene borrador.',
  'brand.draft_changed': 'Otra persona guardó el borrador de la marca mientras lo editabas.',
  'brand.awaits_approval':
    'El borrador de la marca espera autorización. Para cambiarlo, retira antes la solicitud.',
  'brand.date_passed':
    'La fecha de entrada en vigor ya pasó. Rechaza la solicitud para que se pida con otra fecha.',
  'brand.date_before_today': 'Elige hoy o un día futuro.',
  'brand.summary_missing': 'Escribe en el borrador qué cambió.',
  'brand.unchanged': 'El borrador es igual a los datos que estarán en vigor ese día.',
  'brand.not_publishable': 'Revisa los datos de la publicación.',
  'brand.needs_two_people':
    'Después del primer envío de dinero o de la primera carga de préstamos, otro administrador autoriza cada cambio de la marca.',
  'logo.not_found': 'No encontramos ese logotipo. Súbelo de nuevo.',
  'logo.too_large': 'El archivo pesa demasiado. Sube un PNG o JPEG de hasta 200 KB.',
  'logo.wrong_type': 'Ese archivo no es un PNG o JPEG que podamos usar. El SVG no se acepta.',
  'logo.wrong_size': 'Cada lado del logotipo debe medir de 64 a 2000 píxeles.',
} as const
