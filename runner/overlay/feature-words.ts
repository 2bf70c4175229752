// Says in words what is special about an input of a search that need not be refused.
import type {FuzzInput} from '../../model/decoder-search.ts';
import {features, featuresOf} from './features.ts';
import {jsonFeatures, jsonFeaturesOf} from './json-features.ts';
import {readInput} from './read-input.ts';
import {readValueOf, type ReadValue} from './reading.ts';

/** Names the most telling feature; a plain input has the name of its message. */
export function featureWords(input: FuzzInput): string {
  const {message, way, bytes} = input;
  switch (way) {
    case 'binary':
      return binaryFeatureWords(message, bytes);
    case 'json': {
      const [feature] = jsonFeaturesOf(message, Buffer.from(bytes).toString('utf8'));
      return feature === undefined ? `a plain ${message} in JSON` : jsonFeatures[feature];
    }
    case 'encode':
    case 'encode-json': {
      const read = readValueOf(readInput(input));
      return read === undefined ? 'no value' : valueFeatureWords(message, read);
    }
  }
}

/** The feature of bytes. */
export function binaryFeatureWords(message: FuzzInput['message'], bytes: Uint8Array): string {
  const [feature] = featuresOf(message, bytes);
  return feature === undefined ? `a plain ${message}` : features[feature];
}

/** What is special about a value is what is special about its canonical bytes. */
export function valueFeatureWords(message: FuzzInput['message'], {canonical}: ReadValue): string {
  return canonical.length === 0 ? `an empty ${message}` : binaryFeatureWords(message, canonical);
}
