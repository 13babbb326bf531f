/** Four partner companies with different terms. */
export const demoCompanies = [
  {
    key: 'MAQNTE',
    name: 'Maquilas del Norte',
    industry: 'Manufactura',
    headquarters_address: 'Av. Industrias 1450, Parque Industrial, Apodaca, Nuevo León',
    website: 'https://maquilasdelnorte.example',
    email: 'nominas@maquilasdelnorte.example',
    phone: '8181234500',
    interest_rate: 0.18,
    commission_cents: 15_000,
  },
  {
    key: 'TRANSBJ',
    name: 'Transportes del Bajío',
    industry: 'Transporte',
    headquarters_address: 'Blvd. Aeropuerto 820, León, Guanajuato',
    website: 'https://transportesdelbajio.example',
    email: 'rh@transportesdelbajio.example',
    phone: '4771234500',
    interest_rate: 0.24,
    commission_cents: 12_000,
    advance_cap_cents: 500_000,
    tax_rate: 0.16,
    tax_added: true,
  },
  {
    key: 'CLINSUR',
    name: 'Clínicas del Sureste',
    industry: 'Salud',
    headquarters_address: 'Calle 60 número 312, Centro, Mérida, Yucatán',
    website: 'https://clinicasdelsureste.example',
    email: 'personal@clinicasdelsureste.example',
    phone: '9991234500',
    interest_rate: 0.215,
    commission_cents: 9900,
    tax_rate: 0.16,
  },
  {
    key: 'ALMAYOR',
    name: 'Abarrotes La Mayor',
    industry: 'Comercio',
    headquarters_address: 'Central de Abasto, nave 4, Puebla, Puebla',
    website: '',
    email: 'oficina@abarroteslamayor.example',
    phone: '2221234500',
    interest_rate: null,
    commission_cents: 18_000,
    advance_share: 0.4,
  },
] as const

/** Benefits on the worker app's home page. */
export const demoAssistances = [
  [
    'Salud',
    'Orientación médica por teléfono',
    'Habla con un médico a cualquier hora.\nSin costo y sin límite de llamadas para ti y tu familia directa.',
  ],
  [
    'Salud',
    'Apoyo psicológico',
    'Seis sesiones al año con una psicóloga o un psicólogo.\nConfidencial, por videollamada o en persona.',
  ],
  [
    'Hogar',
    'Cerrajero y plomero de emergencia',
    'Un técnico llega a tu casa en menos de dos horas.\nDos servicios al año incluidos.',
  ],
  [
    'Legal',
    'Asesoría legal',
    'Resuelve dudas de contratos, rentas o trabajo con una abogada.\nDe lunes a sábado, de 8 a 20 horas.',
  ],
  [
    'Camino',
    'Asistencia vial',
    'Grúa, paso de corriente o cambio de llanta.\nTres servicios al año en todo el país.',
  ],
] as const
