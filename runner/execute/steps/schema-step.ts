// One step that looks at the schema which a decoder under test says it was built from.
import {jsonObject, type Json} from '../../../model/json.ts';
import type {TesteeDescription} from '../../../model/peer.ts';
import type {SchemaStep} from '../../../model/suite.ts';
import type {Finding} from '../../../model/verdict.ts';
import {judgePublished, noContract} from './judge-published.ts';
import type {Scope} from '../attempt/events.ts';
import {happened, type Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';

/** Runs the step and gives its findings; a decoder that does not say skips the case. */
export function runSchemaStep(story: Story, step: SchemaStep, scope: Scope): readonly Finding[] {
  const {testee} = story.run.ports;
  if (testee === undefined) throw ended('harness', 'a step about a schema was planned without a decoder under test');
  const published = partOf(testee.description, step.part);
  if (published === undefined)
    throw noContract(
      `the decoder does not say ${questions[step.part]}; ${fields[step.part]} of its description is empty`,
    );
  // The decoder said it when it was first asked.
  happened(story, {kind: 'shown', bytes: 1});
  return judgePublished(story, step, published, scope);
}

const questions: {readonly [part in SchemaStep['part']]: string} = {
  syntax: 'in which syntax its schema is written',
  package: 'which package its schema is of',
  fields: 'which fields its schema has',
  values: 'which values the enums of its schema have',
};

const fields: {readonly [part in SchemaStep['part']]: string} = {
  syntax: 'schema_syntax',
  package: 'schema_package',
  fields: 'schema_file',
  values: 'schema_file',
};

function partOf(
  {schemaSyntax, schemaPackage, schemaFields, schemaValues}: TesteeDescription,
  part: SchemaStep['part'],
): Json | undefined {
  switch (part) {
    case 'syntax':
      return schemaSyntax === '' ? undefined : schemaSyntax;
    case 'package':
      // A schema file without a package says so; an empty text says nothing.
      return schemaPackage === '' && schemaFields === undefined ? undefined : schemaPackage;
    case 'fields':
      return schemaFields?.map(({message, name, number, type}) =>
        jsonObject([
          ['message', message],
          ['name', name],
          ['number', number],
          ['type', type],
        ]),
      );
    case 'values':
      return schemaValues?.map(({enum: of, name, number}) =>
        jsonObject([
          ['enum', of],
          ['name', name],
          ['number', number],
        ]),
      );
  }
}
