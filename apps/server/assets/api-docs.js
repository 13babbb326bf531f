// Opens the documentation page of the API. The search finds calls by path, summary and name.
const textOf = (call) =>
  [
    call.get('method'),
    call.get('path'),
    call.getIn(['operation', 'summary']),
    call.getIn(['operation', 'operationId']),
  ]
    .join(' ')
    .toLowerCase()

const search = () => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/)
      const isMatch = (call) => words.every((word) => textOf(call).includes(word))
      return tags
        .map((tag) => tag.update('operations', (calls) => calls.filter(isMatch)))
        .filter((tag) => tag.get('operations').size > 0)
    },
  },
})

window.SwaggerUIBundle({
  url: document.querySelector('meta[name="openapi"]').content,
  dom_id: '#docs',
  plugins: [search],
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  requestSnippetsEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
})
