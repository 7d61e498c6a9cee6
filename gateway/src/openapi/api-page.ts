import { ENDPOINTS } from '@switchback/contracts/endpoints/all';
import { openApiDocument } from './document.js';

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { schema: Schema }> }> }>>;
  components: { schemas: Record<string, Schema> };
}

/** Renders `docs/api.md`: a line for each call, so that reviews see changes of the API. */
export function apiPage(): string {
  const document = openApiDocument('Switchback', 'http://localhost:8080') as unknown as Document;
  const rows = ENDPOINTS.map(({ method, path, status = 200, access = 'anyone' }) => {
    const content = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)]?.content ?? {};
    const answer = answerText(content, document.components.schemas);
    return `| ${method} | \`${path}\` | ${access} | ${status === 200 ? '' : `${status}: `}${answer} |`;
  });
  return `# API

Every call, who may make it, and the fields of its answer. An \`owner\` is the member whose id is in the path; services
limit some calls further, for instance to staff. \`?\` marks fields that an answer may omit. A running product serves the
parameters, bodies, schemas and errors as OpenAPI at \`/api/openapi.json\`, and as a page at \`/api/docs\`. This page is
generated.

| method | path | who may | answer |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function answerText(content: Record<string, { schema: Schema }>, schemas: Record<string, Schema>): string {
  const answer = content['application/json']?.schema;
  if (!answer) return `a file: ${Object.keys(content).join(', ')}`;
  const { properties, required = [] } = (answer.$ref && schemas[nameOf(answer.$ref)]) || answer;
  if (!properties) return `\`${typeText(answer)}\``;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(schema)}`,
  );
  return fields.length > 0 ? `\`{ ${fields.join(', ')} }\`` : '`{}`';
}

/** Names a type; nested objects without a name of their own are `object`. */
function typeText({ $ref, type, items, anyOf }: Schema): string {
  if ($ref) return nameOf($ref);
  if (anyOf) return anyOf.map(typeText).join(' or ');
  if (items) return `${typeText(items)}[]`;
  return [type ?? 'any'].flat().join(' or ');
}

function nameOf(reference: string): string {
  return reference.replace('#/components/schemas/', '');
}
