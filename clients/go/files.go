package malote

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"malote.example/malote/generated"
)

const megabyte = 1024 * 1024

// The largest file for each method, in bytes. Larger files use an upload, up to 10 MB; above it: out_of_range.
const (
	base64Bytes = 3 * megabyte
	formBytes   = 4 * megabyte
)

// File is a PDF of up to 10 MB: a Path, or Bytes.
type File struct {
	Path  string
	Bytes []byte
	// Name defaults to the base name of Path, or document.pdf.
	Name string
	// Variables are the values for the markers in the PDF, as they will be printed. An empty map that is not nil requests
	// a check that the PDF has no markers.
	Variables map[string]string
	// OnProgress receives the bytes sent so far and the total. It starts again at 0 when an attempt fails. Files up to
	// 4 MB are reported once, at the end.
	OnProgress func(sent, total int)
}

// read fills in Bytes and Name.
func (f File) read() (File, error) {
	if (f.Path == "") == (f.Bytes == nil) {
		return f, errors.New("malote: set either the file's Path or its Bytes")
	}
	if f.Name == "" {
		f.Name = "document.pdf"
		if f.Path != "" {
			f.Name = filepath.Base(f.Path)
		}
	}
	if f.Path == "" {
		return f, nil
	}
	var err error
	f.Bytes, err = os.ReadFile(f.Path)
	return f, err
}

// suitsForm: a form cannot express `variables: {}`.
func (f File) suitsForm() bool {
	size := len(f.Bytes)
	return size > base64Bytes && size <= formBytes && (f.Variables == nil || len(f.Variables) > 0)
}

// sent reports the progress of a file that was sent in one request.
func (f File) sent() {
	if f.OnProgress != nil && len(f.Bytes) <= formBytes {
		f.OnProgress(len(f.Bytes), len(f.Bytes))
	}
}

// document makes the document field of a request; it uploads a large file first.
func (c *Client) document(ctx context.Context, file File, key string) (DocumentInput, error) {
	variables := variablesOf(file.Variables)
	// A file too large for base64 is uploaded, since verifications do not accept forms.
	if len(file.Bytes) <= base64Bytes {
		data := base64.StdEncoding.EncodeToString(file.Bytes)
		return DocumentInput{Base64DocumentInput: &Base64DocumentInput{Type: "base64", Data: data, Variables: variables}}, nil
	}
	id, err := c.upload(ctx, file, key)
	if err != nil {
		return DocumentInput{}, err
	}
	return DocumentInput{UploadDocumentInput: &UploadDocumentInput{Type: "upload", UploadId: id, Variables: variables}}, nil
}

func variablesOf(given map[string]string) map[string]generated.VariablesInputValue {
	if given == nil {
		return nil
	}
	variables := make(map[string]generated.VariablesInputValue, len(given))
	for name, value := range given {
		variables[name] = generated.VariablesInputValue{String: &value}
	}
	return variables
}

// upload returns the id of the upload.
func (c *Client) upload(ctx context.Context, file File, key string) (string, error) {
	// A key belongs to one request, so the upload gets its own, derived from the letter's.
	own := rand.Text()
	if key != "" {
		digest := sha256.Sum256([]byte(key))
		own = hex.EncodeToString(digest[:])
	}
	order := UploadInput{Filename: file.Name, Size: int32(len(file.Bytes))}
	upload, err := c.Uploads.Create(ctx, order, IdempotencyKey(own))
	if err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, upload.UploadUrl, nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/pdf")
	request.ContentLength = int64(len(file.Bytes))
	body := func() io.Reader { return &progressReader{file: file} }
	if _, err = c.patience.attempt(request, body); err != nil {
		return "", err
	}
	return upload.Id, nil
}

type progressReader struct {
	file File
	sent int
}

func (r *progressReader) Read(into []byte) (int, error) {
	if r.sent == len(r.file.Bytes) {
		return 0, io.EOF
	}
	read := copy(into, r.file.Bytes[r.sent:])
	r.sent += read
	if read > 0 && r.file.OnProgress != nil {
		r.file.OnProgress(r.sent, len(r.file.Bytes))
	}
	return read, nil
}

// sendForm creates a letter with a form, the one request that the generated part cannot send.
func (c *Client) sendForm(ctx context.Context, file File, letter LetterInput, key string) (*Letter, error) {
	body, contentType, err := formOf(file, letter)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.baseURL+"/letters", body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Accept", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := c.http.Do(request)
	if _, err = answered(response, response, err); err != nil {
		return nil, err
	}
	var created Letter
	if err := json.NewDecoder(response.Body).Decode(&created); err != nil {
		return nil, err
	}
	return &created, nil
}

var quoted = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "%0D", "\n", "%0A")

func formOf(file File, letter LetterInput) (io.Reader, string, error) {
	fields, err := letter.ToMap()
	if err != nil {
		return nil, "", err
	}
	delete(fields, "document")
	if len(file.Variables) > 0 {
		fields["variables"] = file.Variables
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return nil, "", err
	}
	var plain any
	if err := json.Unmarshal(text, &plain); err != nil {
		return nil, "", err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if err := addParts(form, "", plain); err != nil {
		return nil, "", err
	}
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename="%s"`, quoted.Replace(file.Name))},
		"Content-Type":        {"application/pdf"},
	})
	if err != nil {
		return nil, "", err
	}
	if _, err := part.Write(file.Bytes); err != nil {
		return nil, "", err
	}
	return &body, form.FormDataContentType(), form.Close()
}

// addParts writes objects with brackets and repeats the name for lists. Null is omitted, which means the same.
func addParts(form *multipart.Writer, name string, value any) error {
	switch value := value.(type) {
	case nil:
		return nil
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			inner := key
			if name != "" {
				inner = name + "[" + key + "]"
			}
			if err := addParts(form, inner, value[key]); err != nil {
				return err
			}
		}
		return nil
	case []any:
		for _, item := range value {
			if err := addParts(form, name+"[]", item); err != nil {
				return err
			}
		}
		return nil
	default:
		return form.WriteField(name, fmt.Sprint(value))
	}
}
